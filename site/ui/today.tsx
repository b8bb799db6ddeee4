/**
 * The visitor's own year or long US date. A prerendered page carries the day of its build until the script in
 * its head (`site/early.js`) has replaced it, which hydration then leaves alone.
 */
export function Today({ show }: { show: 'year' | 'date' }) {
  const now = new Date()
  return (
    <span data-today={show} suppressHydrationWarning>
      {show === 'year' ? now.getFullYear() : now.toLocaleDateString('en-US', { dateStyle: 'long' })}
    </span>
  )
}
