import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attribute, parsePage } from '../../server/http/html-elements.ts'
import { builtPages } from './built-pages.ts'

/** What is wrong with a file of the built site, and what to do about it. */
export interface Problem {
  /** The path in the site's folder. */
  file: string
  problem: string
  remedy: string
}

export interface Page {
  /** The path, without a slash at the end. */
  address: string
  file: string
  elements: Tree.Element[]
  /** Whether search engines may list it. */
  isListed: boolean
  /** A post of the blog, but not its list. */
  isPost: boolean
  title: string
  canonical: string | undefined
}

export interface Site {
  /** The site's own address: the canonical address of the home page. */
  base: URL
  pages: Page[]
  listed: Page[]
  posts: Page[]
  /** The files of scripts, as paths in the site's folder. */
  scripts: string[]
  /** @param file in the site's folder */
  has: (file: string) => boolean
  /** A file's text; empty if there is none. */
  read: (file: string) => string
}

export class SiteError extends Error {}

/** An element's text with single spaces. @param ignored names of elements whose text is left out */
export function textOf(node: Tree.Node, ignored = ['script', 'style', 'template']): string {
  const read = (one: Tree.Node): string => {
    if ('value' in one) return one.value
    if ('tagName' in one && ignored.includes(one.tagName)) return ''
    return 'childNodes' in one ? one.childNodes.map(read).join('') : ''
  }
  return read(node).replace(/\s+/g, ' ').trim()
}

/** The page's elements with one of these tag names, in document order. */
export const elementsNamed = ({ elements }: Pick<Page, 'elements'>, ...tagNames: string[]): Tree.Element[] =>
  elements.filter(({ tagName }) => tagNames.includes(tagName))

/** The content of a `meta` element by its name or property. */
export const meta = (page: Page, name: string): string | undefined =>
  attribute(
    elementsNamed(page, 'meta').find((one) =>
      [attribute(one, 'name'), attribute(one, 'property')].includes(name),
    ),
    'content',
  )

function readPage(root: string, address: string, file: string): Page {
  const elements = parsePage(readFileSync(file, 'utf8'))
  const page = { elements } as Page
  const [title] = elementsNamed(page, 'title')
  const isListed = !(meta(page, 'robots') ?? '').includes('noindex')
  const canonical = elementsNamed(page, 'link').find((link) => attribute(link, 'rel') === 'canonical')
  return {
    address: address.replace(/(.)\/$/, '$1').replace(/\.html$/, ''),
    file: path.relative(root, file).replaceAll(path.sep, '/'),
    elements,
    isListed,
    isPost: isListed && /^\/blog\/[^/]+\/?$/.test(address),
    title: title ? textOf(title) : '',
    canonical: attribute(canonical, 'href'),
  }
}

/**
 * Reads a built site.
 * @param address of the site. By default, the home page's canonical address
 * @throws {SiteError} if there is no site in the folder, or the home page does not name its address
 */
export function readSite(root: string, address?: string): Site {
  const pages = [...builtPages(root)].map(([address, file]) => readPage(root, address, file))
  const home = pages.find(({ address }) => address === '/')
  if (!home) throw new SiteError(`${root} has no index.html. Build the site first: npm run build`)
  const base = URL.parse(address ?? home.canonical ?? '')
  if (!base)
    throw new SiteError(
      `The home page has no canonical address, such as <link rel="canonical" href="https://shop.example/">. Every other address is compared with it.`,
    )
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const files = new Set(
    entries.map(
      (entry) => `/${path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')}`,
    ),
  )
  const has = (file: string) => files.has(path.posix.join('/', file))
  const listed = pages.filter(({ isListed }) => isListed)
  return {
    base,
    pages,
    listed,
    posts: listed.filter(({ isPost }) => isPost),
    scripts: [...files].filter((file) => file.endsWith('.js')),
    has,
    read: (file) => (has(file) ? readFileSync(path.join(root, file), 'utf8') : ''),
  }
}

/** Names the files that contain a page's title, description and text, for a remedy. */
export function sourcesOf({ address, isPost }: Page): string {
  if (isPost) return `content/posts/${path.basename(address)}.md`
  if (/^\/[^/]+$/.test(address) && address !== '/blog')
    return `the Markdown file ${path.basename(address)}.md in content/pages or content/legal, or its page in site/pages`
  return address === '/'
    ? 'content/site.ts and content/home'
    : address === '/blog'
      ? 'content/blog.ts'
      : 'site/pages'
}
