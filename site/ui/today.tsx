/**
 * The current year or date for the visitor, in the language of the page. The built page has the date of its build, and
 * site/layouts/page-parts.ts replaces it.
 */
export function Today({ show, language }: { show: 'year' | 'date'; language: string }) {
  const now = new Date()
  return (
    <span data-today={show}>
      {show === 'year' ? now.getFullYear() : now.toLocaleDateString(language, { dateStyle: 'long' })}
    </span>
  )
}
