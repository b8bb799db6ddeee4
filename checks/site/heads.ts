import { attribute } from '../../server/http/html-elements.ts'
import { elementsNamed, meta, type Page, type Problem, type Site, sourcesOf } from './read-site.ts'

/** Characters: search results cut longer titles. */
const longestTitle = 60
/** Characters: search engines replace shorter descriptions with their own text, and cut longer ones. */
const descriptionLength = { min: 70, max: 160 }

function* repeated(pages: Page[], textOf: (page: Page) => string | undefined) {
  const first = new Map<string, Page>()
  for (const page of pages) {
    const text = textOf(page)
    const other = text ? first.get(text) : undefined
    if (other) yield { page, other }
    else if (text) first.set(text, page)
  }
}

export function* checkTitles({ pages }: Site): Generator<Problem> {
  for (const page of pages) {
    const { file, title } = page
    const remedy = `Write a title of at most ${longestTitle} characters in ${sourcesOf(page)}.`
    if (!title) yield { file, problem: 'has no title', remedy }
    if (title.length > longestTitle)
      yield { file, problem: `has a title of ${title.length} characters`, remedy }
  }
  for (const { page, other } of repeated(pages, ({ title }) => title))
    yield {
      file: page.file,
      problem: `has the title of ${other.file}: "${page.title}"`,
      remedy: `Give one of them another title, in ${sourcesOf(page)}.`,
    }
}

export function* checkDescriptions({ pages, listed }: Site): Generator<Problem> {
  const textOf = (page: Page) => meta(page, 'description')
  for (const page of pages) {
    const length = textOf(page)?.length ?? 0
    if (length < descriptionLength.min || length > descriptionLength.max)
      yield {
        file: page.file,
        problem: `has a description of ${length} characters`,
        remedy: `Write ${descriptionLength.min} to ${descriptionLength.max} characters in ${sourcesOf(page)}${page.isPost ? ', as its excerpt' : ''}.`,
      }
  }
  for (const { page, other } of repeated(listed, textOf))
    yield {
      file: page.file,
      problem: `has the description of ${other.file}`,
      remedy: `Write another description for this page in ${sourcesOf(page)}.`,
    }
}

export function* checkCanonical({ pages, base }: Site): Generator<Problem> {
  for (const { file, address, canonical, isListed } of pages) {
    if (!isListed && canonical !== undefined)
      yield {
        file,
        problem: 'has noindex and a canonical address',
        remedy: 'Remove one of them in site/head/head.astro.',
      }
    const expected = new URL(address, base).href
    if (isListed && canonical !== expected)
      yield {
        file,
        problem: `has the canonical address ${canonical ?? '(none)'}, but is at ${expected}`,
        remedy: 'site/head/head.astro writes it, from PUBLIC_URL and the address.',
      }
  }
}

/** Checks the data of link previews: https://ogp.me, https://developer.x.com/en/docs/x-for-websites/cards/overview/markup */
export function* checkPreviews({ pages }: Site): Generator<Problem> {
  for (const page of pages) {
    const { file, isListed, isPost, canonical } = page
    const expected: Record<string, string | undefined> = {
      'og:title': page.title && (meta(page, 'og:title') || 'a title'),
      'og:description': meta(page, 'description'),
      'og:type': isPost ? 'article' : 'website',
      'twitter:card': 'summary_large_image',
      'twitter:image': meta(page, 'og:image'),
      ...(isListed && { 'og:url': canonical }),
    }
    for (const [name, value] of Object.entries(expected)) {
      if (meta(page, name) !== value)
        yield {
          file,
          problem: `has ${name} ${meta(page, name) ?? '(nothing)'} instead of ${value ?? '(nothing)'}`,
          remedy: 'site/head/head.astro writes it.',
        }
    }
    if (isPost && !/^\d{4}-\d\d-\d\d/.test(meta(page, 'article:published_time') ?? ''))
      yield {
        file,
        problem: 'does not say when it was published',
        remedy: `Add a line such as date: 2026-01-31 to the header of ${sourcesOf(page)}.`,
      }
  }
}

/** The width and height of a PNG file in pixels (https://www.w3.org/TR/png/#11IHDR). */
function sizeOfPng(bytes: Buffer): string {
  const isPng = bytes.length > 24 && bytes.toString('latin1', 1, 4) === 'PNG'
  return isPng ? `${bytes.readUInt32BE(16)} × ${bytes.readUInt32BE(20)}` : 'not a PNG'
}

/** Bytes: some previewers leave out larger pictures. */
const largestPicture = 300_000

export function* checkPictures({ pages, base, readBytes }: Site): Generator<Problem> {
  for (const page of pages) {
    const { file } = page
    const url = URL.parse(meta(page, 'og:image') ?? '')
    const bytes = url?.origin === base.origin ? readBytes(decodeURI(url.pathname)) : undefined
    if (!bytes) {
      yield {
        file,
        problem: `has no picture of this site: ${meta(page, 'og:image') ?? '(none)'}`,
        remedy:
          'Add this page to site/feeds/listed-pages.ts with a title, so that site/pages/share draws its picture.',
      }
      continue
    }
    const statedSize = `${meta(page, 'og:image:width')} × ${meta(page, 'og:image:height')}`
    const remedy = 'site/share/picture.tsx draws it.'
    for (const size of [sizeOfPng(bytes), statedSize]) {
      if (size !== '1200 × 630') yield { file, problem: `has a picture of ${size}, not 1200 × 630`, remedy }
    }
    if (bytes.length >= largestPicture)
      yield { file, problem: `has a picture of ${bytes.length} bytes, not under ${largestPicture}`, remedy }
    if (!meta(page, 'og:image:alt') || !meta(page, 'twitter:image:alt'))
      yield {
        file,
        problem: 'has no alternative text for its picture',
        remedy: 'site/head/head.astro writes og:image:alt.',
      }
  }
}

/** Checks the icons, the manifest and the theme colors that browsers and devices read. */
export function* checkIcons({ pages, has, read }: Site): Generator<Problem> {
  for (const page of pages) {
    const { file } = page
    const links = elementsNamed(page, 'link')
    // A page without network names no file (server/http/closed-page.ts).
    const fetched = meta(page, 'network') === 'none' ? [] : ['apple-touch-icon', 'manifest']
    for (const rel of ['icon', ...fetched]) {
      const href = attribute(
        links.find((link) => attribute(link, 'rel') === rel),
        'href',
      )
      if (!href || (href.startsWith('/') && !has(href)))
        yield { file, problem: `has no ${rel}`, remedy: 'site/head/head.astro links to it.' }
    }
    const themes = elementsNamed(page, 'meta').filter((one) => attribute(one, 'name') === 'theme-color')
    for (const theme of ['light', 'dark']) {
      if (!themes.some((one) => attribute(one, 'media')?.includes(theme)))
        yield {
          file,
          problem: `has no theme-color for the ${theme} theme`,
          remedy: 'site/head/head.astro writes it, from --paper in content/theme.css.',
        }
    }
  }
  if (!has('/favicon.ico'))
    yield {
      file: 'favicon.ico',
      problem: 'is missing',
      remedy: 'site/pages/favicon.ico.ts makes it from content/favicon.svg.',
    }
  const manifest = parseJson(read('/manifest.webmanifest')) as
    | { name?: string; icons?: { src: string }[] }
    | undefined
  if (!manifest?.name || !manifest.icons?.length || manifest.icons.some(({ src }) => !has(src)))
    yield {
      file: 'manifest.webmanifest',
      problem: 'is missing, is not JSON, or names no existing icons',
      remedy: 'site/pages/manifest.webmanifest.ts writes it.',
    }
}

/** @returns undefined if the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
