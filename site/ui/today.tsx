/** The visitor's own year or long US date. The built page has the day of its build; site/page.ts replaces it. */
export function Today({ show }: { show: 'year' | 'date' }) {
  const now = new Date()
  return (
    <span data-today={show}>
      {show === 'year' ? now.getFullYear() : now.toLocaleDateString('en-US', { dateStyle: 'long' })}
    </span>
  )
}
