import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { isComputed } from '../../contract/paths.ts'
import { attribute } from '../../server/http/html-elements.ts'
import { type Page, type Problem, type Site, sourcesOf } from './read-site.ts'

/** The addresses in an element's attributes. */
function* addressesOf(element: Tree.Element): Generator<string> {
  if (element.tagName === 'link' && attribute(element, 'rel') === 'canonical') return
  // The picture for link previews. site/feeds/listed-pages.ts says which pages have one.
  if (attribute(element, 'property') === 'og:image') yield attribute(element, 'content') ?? ''
  for (const name of ['href', 'src', 'action', 'poster']) {
    const value = attribute(element, name)
    if (value !== undefined) yield value
  }
  for (const candidate of attribute(element, 'srcset')?.split(',') ?? [])
    yield candidate.trim().split(/\s/)[0] ?? ''
}

interface Link {
  page: Page
  element: Tree.Element
  /** The address as the page has it. */
  target: string
  /** Undefined if the target is not an address. */
  url: URL | undefined
}

const linksOf = ({ base }: Site, page: Page): Link[] =>
  page.elements.flatMap((element) =>
    [...addressesOf(element)].map((target) => ({
      page,
      element,
      target,
      url: URL.parse(target, new URL(page.address, base)) ?? undefined,
    })),
  )

const allLinks = (site: Site) => site.pages.flatMap((page) => linksOf(site, page))

/** A part of an address as it is, and decoded. With an invalid `%` escape, only as it is. The server looks up both. */
const spellings = (text: string): string[] => {
  try {
    return [text, decodeURIComponent(text)]
  } catch {
    return [text]
  }
}

/** Checks that links inside the site lead to a page or a file without a redirect. */
export function* checkLinks(site: Site): Generator<Problem> {
  const pages = new Set(site.pages.map(({ address }) => address))
  for (const { page, target, url } of allLinks(site)) {
    if (!url || url.origin !== site.base.origin) continue
    const exists = (address: string) => pages.has(address) || site.has(address) || isComputed(address)
    if (spellings(url.pathname).some(exists)) continue
    yield {
      file: page.file,
      problem: `links to ${target}, which does not exist`,
      remedy: `Correct the link in ${sourcesOf(page)}, or add the page.`,
    }
  }
}

/** Checks that the part after # exists on the page that the link leads to. */
export function* checkAnchors(site: Site): Generator<Problem> {
  const ids = new Map(
    site.pages.map((page) => [
      page.address,
      page.elements.flatMap((element) => attribute(element, 'id') ?? []),
    ]),
  )
  for (const { page, element, target, url } of allLinks(site)) {
    if (element.tagName !== 'a' || !url?.hash || url.origin !== site.base.origin) continue
    const [targetIds] = spellings(url.pathname).flatMap((address) => {
      const found = ids.get(address)
      return found ? [found] : []
    })
    if (targetIds && !spellings(url.hash.slice(1)).some((id) => targetIds.includes(id)))
      yield {
        file: page.file,
        problem: `links to ${target}, but that page has no such id`,
        remedy: `Headings get their ids from their words. Correct the link in ${sourcesOf(page)}.`,
      }
  }
}

/** Hosts that only the seller's own machine or network knows. */
const privateHost =
  /^(localhost|.*\.(localhost|local|internal|test|invalid)|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|0\.0\.0\.0|\[.*\])$/

function problemWith({ target, url }: Link): string | undefined {
  if (target === '') return 'leads nowhere. Markdown links keep only http, https, irc, ircs, mailto and xmpp'
  if (/\s/.test(target.trim()) || target !== target.trim()) return 'has a space in it'
  if (!url) return 'is not an address'
  if (url.protocol === 'mailto:')
    return /^[^@\s]+@[^@\s]+$/.test(url.pathname) ? undefined : 'does not name a mailbox'
  // An address such as //docs.example has the scheme of the page.
  if (url.protocol === 'http:' && !target.startsWith('//')) return 'is not encrypted'
  if (!/^https?:$/.test(url.protocol)) return undefined
  if (url.username || url.password) return 'has a password in it'
  if (privateHost.test(url.hostname) || !url.hostname.includes('.'))
    return 'leads to a machine that visitors cannot reach'
  return undefined
}

/** Checks how links to other sites are written. It does not open them. */
export function* checkExternalLinks(site: Site): Generator<Problem> {
  for (const link of allLinks(site)) {
    if (link.url?.origin === site.base.origin && link.target.trim() === link.target && link.target !== '')
      continue
    const problem = problemWith(link)
    if (problem)
      yield {
        file: link.page.file,
        problem: `has the link "${link.target}", which ${problem}`,
        remedy: `Correct it in ${sourcesOf(link.page)}${link.page.address === '/' ? '' : ', or in content/site.ts if the footer has it'}.`,
      }
  }
}

/** Checks that another page links to every listed page. */
export function* checkOrphans(site: Site): Generator<Problem> {
  const reached = new Set<string>()
  for (const page of site.listed) {
    for (const { element, url } of linksOf(site, page)) {
      if (element.tagName !== 'a' || url?.origin !== site.base.origin) continue
      for (const address of spellings(url.pathname)) if (address !== page.address) reached.add(address)
    }
  }
  for (const page of site.listed) {
    if (!reached.has(page.address))
      yield {
        file: page.file,
        problem: 'is not linked from any other page',
        remedy:
          'Link to it from a text. The footer links a Markdown page with the line footer: true in its header, and the pages of footerLinks in content/site.ts.',
      }
  }
}
