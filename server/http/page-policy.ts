import { createHash } from 'node:crypto'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attribute, sourceOf } from './html-elements.ts'

/** A `<script>` of any other type is data, which browsers neither run nor check. */
const checkedScriptTypes = [undefined, '', 'module', 'text/javascript', 'importmap', 'speculationrules']

/** A placeholder origin for addresses without one. */
const ownOrigin = 'https://own.invalid'

const isScript = (script: Tree.Element): boolean => checkedScriptTypes.includes(attribute(script, 'type'))

function hashOf(element: Tree.Element): string {
  return `'sha256-${createHash('sha256').update(sourceOf(element)).digest('base64')}'`
}

/** The origins of the addresses, except the page's own. */
function otherOrigins(addresses: (string | undefined)[]): string[] {
  const urls = addresses.map((address) => URL.parse(address ?? '', ownOrigin))
  return urls.flatMap((url) =>
    url && url.origin !== ownOrigin && /^https?:$/.test(url.protocol) ? url.origin : [],
  )
}

/** Writes a policy. Directives without values are left out, so `default-src` decides. */
export const policyText = (directives: Record<string, string[]>): string =>
  Object.entries(directives)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => [name, ...new Set(values)].join(' '))
    .join('; ')

/** In every policy: no other base, no frame around the page, and no text that a script turns into markup or code. */
export const everyPolicy = {
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
}

/**
 * The content security policy of a prerendered page (https://www.w3.org/TR/CSP3/). It allows the scripts and styles that are
 * in the page, by hash, and files of our own origin if the page loads any. It has no `unsafe-` exception, and with Trusted
 * Types no script can turn text into markup or code.
 * @param elements of the page exactly as it is sent, because a hash covers every character
 * @param formTargets more origins that forms may lead to. Browsers also check each redirect after a post.
 */
export function pagePolicy(elements: Tree.Element[], formTargets: string[]): string {
  const elementsNamed = (tagName: string) => elements.filter((element) => element.tagName === tagName)
  const scripts = elementsNamed('script').filter(isScript)
  const [files, inline] = [
    scripts.filter((script) => attribute(script, 'src') !== undefined),
    scripts.filter((script) => attribute(script, 'src') === undefined),
  ]
  const linked = (rel: string) => elementsNamed('link').some((link) => attribute(link, 'rel') === rel)
  // An island imports its modules, and those insert links to their style sheets.
  const hasIslands = elementsNamed('astro-island').length > 0
  // The functions can have another origin. Forms and islands send their requests there.
  const functions = otherOrigins(elementsNamed('form').map((form) => attribute(form, 'action')))

  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [...(hasIslands || files.length > 0 ? ["'self'"] : []), ...inline.map(hashOf)],
    'style-src': [
      ...(hasIslands || linked('stylesheet') ? ["'self'"] : []),
      ...elementsNamed('style').map(hashOf),
    ],
    // Style sheets contain small pictures and the headings' typeface as data: URLs.
    'img-src': ["'self'", 'data:', ...otherOrigins(elementsNamed('img').map((img) => attribute(img, 'src')))],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...functions],
    'manifest-src': linked('manifest') ? ["'self'"] : [],
    'form-action': ["'self'", ...functions, ...formTargets],
    ...everyPolicy,
  }
  return policyText(directives)
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
 */
export function closedPageHeaders(
  elements: Tree.Element[],
  publicUrl: string,
): Record<string, string> | null {
  const named = (tagName: string) => elements.filter((element) => element.tagName === tagName)
  const isClosed = (meta: Tree.Element) =>
    attribute(meta, 'name') === 'network' && attribute(meta, 'content') === 'none'
  if (!named('meta').some(isClosed)) return null
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
      ...everyPolicy,
    }),
    'connection-allowlist': `(${[...new Set(allowed)].join(' ')})`,
  }
}
