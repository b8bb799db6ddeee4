import { hero } from '#content/home/hero.ts'
import { labels } from '#content/labels.ts'
import icon from '#content/public/favicon.svg?inline'
import { site } from '#content/site.ts'
import { sharePicturePath } from '../../contract/paths.ts'
import { feedPaths } from '../feeds/feed-paths.ts'
import { iconPaths } from './icon-paths.ts'
import { pageTitle } from './page-title.ts'
import { themeColors } from './theme-colors.ts'

/** What a page says about itself. */
export interface PageHead {
  title: string
  description: string
  /** For pages that search engines must not list. */
  noindex?: boolean | undefined
  /** For posts: their days, `YYYY-MM-DD` or empty, and the address of their Markdown. */
  article?: { published: string; modified: string; markdown: string } | undefined
  /** For a page that may fetch nothing. The server computes its headers (server/http/page-policy.ts). */
  closed?: boolean
}

type Element = Record<string, string>

/** A locale as Open Graph writes it, such as `de_AT`. `en` becomes `en_US` (https://ogp.me/#optional). */
function openGraphLocale(language: string): string {
  const { language: code, region } = new Intl.Locale(language).maximize()
  return `${code}_${region}`
}

/**
 * The title and the `link` and `meta` elements of a page, for browsers, search engines, feed readers and link previews
 * (https://ogp.me, https://developer.x.com/en/docs/x-for-websites/cards/overview/markup).
 * @param url the page's own address
 */
export function headData(
  { title, description, noindex, article, closed }: PageHead,
  url: URL,
): { title: string; links: Element[]; metas: Element[] } {
  const picture = new URL(sharePicturePath, url).href
  const words = `${site.name}: ${hero.headline}`
  const links: (Element | false | undefined)[] = [
    { rel: 'icon', href: icon.replaceAll('{', '%7b').replaceAll('}', '%7d'), type: 'image/svg+xml' },
    !closed && { rel: 'apple-touch-icon', href: iconPaths.touch },
    !closed && { rel: 'manifest', href: iconPaths.manifest },
    !noindex && { rel: 'canonical', href: url.href },
    article && { rel: 'alternate', type: 'text/markdown', href: article.markdown },
    { rel: 'alternate', type: 'application/rss+xml', title: labels.blog.title, href: feedPaths.rss },
  ]
  const named: Element = {
    ...(closed && { network: 'none' }),
    description,
    ...(noindex && { robots: 'noindex' }),
    'twitter:card': 'summary_large_image',
    'twitter:image': picture,
    'twitter:image:alt': words,
  }
  const properties: Element = {
    'og:title': title,
    'og:description': description,
    'og:url': noindex ? '' : url.href,
    'og:site_name': site.name,
    'og:locale': openGraphLocale(site.language),
    'og:type': article ? 'article' : 'website',
    'article:published_time': article?.published ?? '',
    'article:modified_time': article?.modified ?? '',
    'og:image': picture,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': words,
  }
  const metasOf = (key: 'name' | 'property', values: Element) =>
    Object.entries(values).flatMap(([name, content]) => (content ? [{ [key]: name, content }] : []))
  const themes = (['light', 'dark'] as const).map((theme) => ({
    name: 'theme-color',
    media: `(prefers-color-scheme: ${theme})`,
    content: themeColors.paper[theme],
  }))
  return {
    title: pageTitle(title),
    links: links.filter((link) => link !== undefined && link !== false),
    metas: [...metasOf('name', named), ...themes, ...metasOf('property', properties)],
  }
}
