import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { parseFeed } from 'feedsmith'
import { parseFragment } from 'parse5'
import { meta, type Problem, type Site, sourcesOf, textOf } from './read-site.ts'

export function* checkSitemap({ listed, posts, read }: Site): Generator<Problem> {
  const file = 'sitemap.xml'
  const remedy = 'site/pages/sitemap.xml.ts writes it.'
  const xml = read(file)
  if (XMLValidator.validate(xml) !== true) {
    yield { file, problem: 'is missing, or is not XML', remedy }
    return
  }
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'url' })
  const urls: { loc: string; lastmod?: string }[] = parser.parse(xml).urlset?.url ?? []
  const canonical = new Set(listed.map((page) => page.canonical))
  for (const page of listed) {
    if (!urls.some(({ loc }) => loc === page.canonical))
      yield { file, problem: `leaves out ${page.canonical}`, remedy }
  }
  for (const { loc } of urls) {
    if (!canonical.has(loc))
      yield { file, problem: `lists ${loc}, which is not the canonical address of a listed page`, remedy }
  }
  for (const post of posts) {
    const day = meta(post, 'article:modified_time')
    const listedDay = urls.find(({ loc }) => loc === post.canonical)?.lastmod
    if (listedDay !== day)
      yield {
        file,
        problem: `says that ${post.address} changed ${listedDay}, but the post says ${day}`,
        remedy,
      }
  }
}

/** Checks robots.txt (RFC 9309). Every Disallow line counts, whichever robot it is for. */
export function* checkRobots({ base, listed, read }: Site): Generator<Problem> {
  const file = 'robots.txt'
  const remedy = 'site/pages/robots.txt.ts writes it.'
  const lines = read(file).split(/\r?\n/)
  const valuesOf = (name: string) =>
    lines.flatMap((line) =>
      line.toLowerCase().startsWith(`${name}:`) ? line.slice(name.length + 1).trim() : [],
    )
  const sitemap = new URL('/sitemap.xml', base).href
  if (!valuesOf('sitemap').includes(sitemap)) yield { file, problem: `does not name ${sitemap}`, remedy }
  const closed = valuesOf('disallow').filter(Boolean)
  for (const { address } of listed) {
    if (closed.some((prefix) => address.startsWith(prefix)))
      yield { file, problem: `closes ${address} to robots`, remedy }
  }
}

interface Entry {
  url: string
  html: string
}

/** @returns undefined if the text is not a feed of that kind */
function entriesOf(text: string, kind: 'atom' | 'json'): Entry[] | undefined {
  try {
    const parsed = parseFeed(text)
    if (parsed.format === 'atom' && kind === 'atom')
      return (parsed.feed.entries ?? []).map(({ id = '', content }) => ({
        url: id,
        html: content?.value ?? '',
      }))
    if (parsed.format === 'json' && kind === 'json')
      return (parsed.feed.items ?? []).map(({ url = '', content_html: html = '' }) => ({ url, html }))
  } catch {
    // The text is not a feed. The caller reports it.
  }
  return undefined
}

/** The text without spaces, because they differ between a page and a feed, and without buttons, because a feed has none. */
const wordsOf = (node: Parameters<typeof textOf>[0]) =>
  textOf(node, ['button', 'script', 'style']).replaceAll(' ', '')

const relative = /\s(?:href|src)="(?![a-z][a-z+.-]*:)/i

function* checkFeed({ posts, read }: Site, file: string, kind: 'atom' | 'json'): Generator<Problem> {
  const remedy = 'site/feeds/feed.ts writes it.'
  const entries = entriesOf(read(file), kind)
  if (!entries) {
    yield { file, problem: 'is missing, or no feed reader can read it', remedy }
    return
  }
  for (const post of posts) {
    const entry = entries.find(({ url }) => url === post.canonical)
    if (!entry) {
      yield {
        file,
        problem: `leaves out ${post.address}`,
        remedy: `${remedy} A post without a date is left out: see ${sourcesOf(post)}.`,
      }
      continue
    }
    const words = wordsOf(parseFragment(entry.html))
    if (!words || !post.elements.some((element) => wordsOf(element).endsWith(words)))
      yield { file, problem: `does not contain the whole text of ${post.address}`, remedy }
    if (relative.test(entry.html))
      yield { file, problem: `has a relative address in ${post.address}`, remedy }
  }
}

export function* checkFeeds(site: Site): Generator<Problem> {
  yield* checkFeed(site, 'feed.atom', 'atom')
  yield* checkFeed(site, 'feed.json', 'json')
}
