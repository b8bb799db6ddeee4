import { existsSync } from 'node:fs'
import path from 'node:path'
import { isComputed } from '../../contract/paths.ts'
import { attribute } from '../../server/http/html-elements.ts'
import type { BuiltPage } from './built-page.ts'
import { error, type Finding, isReserved } from './finding.ts'

/** A placeholder for the address of the site. */
const origin = 'http://shop'

/** The values of an attribute of all elements with this name. */
const valuesOf = ({ elements }: BuiltPage, tagName: string, name: string): string[] =>
  elements.flatMap((element) => (element.tagName === tagName ? (attribute(element, name) ?? []) : []))

/** A part of an address as it is, and decoded. With an invalid `%` escape, only as it is. */
function spellingsOf(part: string): string[] {
  try {
    return [part, decodeURIComponent(part)]
  } catch {
    return [part]
  }
}

/** Whether a link leads to a page, a file or a heading that is missing. @param page the address of the page with the link */
function isBroken(target: string, page: string, root: string, pages: Map<string, BuiltPage>): boolean {
  // Parse as browsers do: relative to the page, with spaces and letters like ä encoded.
  const url = URL.parse(target, origin + page)
  if (!url || target === '') return true
  // Another check reads the mail addresses in content/site.ts.
  if (url.protocol !== 'mailto:' && isReserved(url)) return true
  if (url.origin !== origin || isComputed(url.pathname)) return false
  // Look the path up as the server does: as it is in the request, then decoded.
  const addresses = spellingsOf(url.pathname)
  const linked = addresses.map((address) => pages.get(address)).find((found) => found !== undefined)
  if (!linked)
    return url.pathname === '/' || !addresses.some((address) => existsSync(path.join(root, address)))
  const fragment = url.hash.slice(1)
  return fragment !== '' && !spellingsOf(fragment).some((id) => linked.ids.has(id))
}

/**
 * Reports links and pictures that do not exist.
 * @param root the folder of the built site
 * @param pages by address
 */
export function* pageLinkFindings(root: string, pages: Map<string, BuiltPage>): Generator<Finding> {
  const broken = new Map<string, string>()
  for (const [address, page] of pages) {
    for (const target of valuesOf(page, 'a', 'href'))
      if (isBroken(target, address, root, pages)) broken.set(target, address)
  }
  for (const [target, address] of broken)
    yield error(
      `${address} links to ${target || 'an empty address'}, which does not exist.`,
      'Correct the link in content/.',
    )
  for (const [address, page] of pages) {
    for (const source of valuesOf(page, 'img', 'src')) {
      const url = URL.parse(source, origin + address)
      if (url?.protocol === 'data:' || (url && url.origin !== origin)) continue
      if (!url || !spellingsOf(url.pathname).some((one) => existsSync(path.join(root, one))))
        yield error(
          `${address} shows the picture ${source}, which does not exist.`,
          'Add it to content/public.',
        )
    }
  }
}
