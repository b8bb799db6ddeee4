import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attribute, sourceOf } from './html-elements.ts'
import { hashOf, isScript, policyText } from './page-policy.ts'

/** Attributes with an address that the browser fetches, or sends something to. */
const fetching = [
  'src',
  'srcset',
  'href',
  'xlink:href',
  'data',
  'poster',
  'action',
  'formaction',
  'ping',
  'background',
]

/** Links that the browser does not follow by itself. */
const isPassive = (element: Tree.Element) =>
  element.tagName === 'a' ||
  (element.tagName === 'link' && ['canonical', 'alternate'].includes(attribute(element, 'rel') ?? ''))

const isInside = (address: string) => /^(data:|#)/.test(address)

/** Why an element does not belong on a page without network, or null. */
function problemWith(element: Tree.Element): string | null {
  const { tagName } = element
  if (['astro-island', 'form', 'iframe', 'object', 'embed', 'base'].includes(tagName))
    return `the element ${tagName}`
  if (tagName === 'script' && attribute(element, 'type') === 'speculationrules') return 'speculation rules'
  if (tagName === 'meta' && attribute(element, 'http-equiv')) return 'a meta element that acts as a header'
  if (tagName === 'style' && /@import|url\(\s*["']?(?!["']?(data:|#))/.test(sourceOf(element)))
    return 'a style sheet that fetches a file'
  for (const name of fetching) {
    const address = attribute(element, name)
    if (address === undefined || isInside(address)) continue
    if (!(name === 'href' && isPassive(element))) return `the element ${tagName} with ${name}="${address}"`
  }
  return null
}

/**
 * Escapes what has a meaning in a URL pattern (https://urlpattern.spec.whatwg.org/#pattern-strings). A text of a header has two
 * backslashes for each (RFC 9651 §3.3.3).
 */
const literal = (part: string) => part.replace(/[+*?:{}()]/g, '\\\\$&')

/**
 * The headers of a page with `<meta name="network" content="none">`, which promises that nothing leaves it. Scripts and styles
 * are allowed by hash only: with `'self'`, a script could write data into the address of a module, a style sheet or a typeface.
 * `Connection-Allowlist` also stops what no directive of the policy covers: navigation except by the page's own links,
 * WebRTC, and connections ahead of time (https://wicg.github.io/connection-allowlists/; Chromium 152).
 * @param elements of the page exactly as it is sent
 * @returns null for every other page
 * @throws Error when the page has a way out
 */
export function closedPageHeaders(
  elements: Tree.Element[],
  publicUrl: string,
): Record<string, string> | null {
  const named = (tagName: string) => elements.filter((element) => element.tagName === tagName)
  const isClosed = (meta: Tree.Element) =>
    attribute(meta, 'name') === 'network' && attribute(meta, 'content') === 'none'
  if (!named('meta').some(isClosed)) return null
  for (const element of elements) {
    const problem = problemWith(element)
    if (problem) throw new Error(`A page that promises to have no network has ${problem}.`)
  }
  const links = named('a').flatMap((a) => URL.parse(attribute(a, 'href') ?? '', publicUrl) ?? [])
  // A pattern has the link's own query, or an empty one after "?". Without "?", any query fits, and a query can carry data. A link
  // that is not in the list leads to the browser's error page.
  const allowed = links
    .filter(({ protocol }) => /^https?:$/.test(protocol))
    .map(({ origin, pathname, search }) => `"${origin}${literal(pathname)}?${literal(search.slice(1))}"`)
  return {
    'content-security-policy': policyText({
      'default-src': ["'none'"],
      'script-src': named('script').filter(isScript).map(hashOf),
      'style-src': named('style').map(hashOf),
      'img-src': ['data:'],
      'font-src': ['data:'],
      'connect-src': ["'none'"],
      'form-action': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
    }),
    'connection-allowlist': `(${[...new Set(allowed)].join(' ')})`,
  }
}
