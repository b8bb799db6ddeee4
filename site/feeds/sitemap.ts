import { escapeXml } from './xml.ts'

export interface SitemapPage {
  path: string
  /** The day of the last change, `YYYY-MM-DD`; empty if it is not known. */
  changed?: string | undefined
}

/**
 * Writes the sitemap of the site (https://www.sitemaps.org/protocol.html).
 * @param base the address of the site
 */
export function sitemap(base: URL, pages: SitemapPage[]): string {
  const entries = [...pages]
    .sort((a, b) => a.path.localeCompare(b.path, 'en'))
    .map(({ path, changed }) => {
      const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
      return `<url><loc>${escapeXml(new URL(path, base).href)}</loc>${lastmod}</url>`
    })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

/**
 * The addresses of the pages that have their own file and no `noindex`.
 * @param sources the text of each `.astro` file by its path below site/pages, such as `./blog/index.astro`
 */
export function indexedPages(sources: Record<string, string>): string[] {
  return Object.entries(sources)
    .filter(([file, text]) => !file.includes('[') && !/<Page\b[^>]*\snoindex\b/.test(text))
    .map(([file]) => file.replace(/^\./, '').replace(/(\/index)?\.astro$/, '') || '/')
}
