import { computedPrefixes, pages } from '../../contract/paths.ts'

/**
 * Writes the rules by which the browser prerenders the page behind a link. `moderate`: after 200 ms of hover, or on the press
 * (https://developer.mozilla.org/docs/Web/HTML/Reference/Elements/script/type/speculationrules).
 * @param pathname the page that contains the rules
 */
export function speculationRules(pathname: string): string {
  const never = [...computedPrefixes.map((prefix) => `${prefix}*`), `${pages.paymentSuccess}*`]
  // A link to a section or another state of the page stays on the page.
  never.push(`${pathname}#*`, `${pathname}\\?*`)
  const where = {
    and: [
      { href_matches: '/*' },
      // A file would be fetched twice: prerendering cannot use it, and the press fetches it again.
      { not: { selector_matches: 'a[download]' } },
      ...never.map((href) => ({ not: { href_matches: href } })),
    ],
  }
  return JSON.stringify({ prerender: [{ where, eagerness: 'moderate' }] })
}
