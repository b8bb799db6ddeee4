import { useState } from 'react'
import { useLocation } from 'react-router'
import { computedPrefixes, pages } from '../contract/paths.ts'

/**
 * Has the browser prepare the page of a link that the pointer rests on, so that it is there at the tap even
 * where React has not started. `moderate`: after 200 ms of hover, or on the press
 * (https://developer.mozilla.org/docs/Web/HTML/Reference/Elements/script/type/speculationrules).
 */
export function Speculation() {
  const { pathname } = useLocation()
  // Browsers read the element once, so it keeps what it said first when React changes the page.
  const [rules] = useState(() => rulesFor(pathname))
  return (
    <script
      type="speculationrules"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
      dangerouslySetInnerHTML={{ __html: rules }}
    />
  )
}

function rulesFor(pathname: string): string {
  const never = [...computedPrefixes.map((prefix) => `${prefix}*`), `${pages.paymentSuccess}*`]
  // On the home page a section's link leads nowhere else.
  if (pathname === '/') never.push('/#*')
  const where = { and: [{ href_matches: '/*' }, ...never.map((href) => ({ not: { href_matches: href } }))] }
  return JSON.stringify({ prerender: [{ where, eagerness: 'moderate' }] })
}
