import { labels } from '#content/labels.ts'
import type { site as Site } from '#content/site.ts'
import { pages, sharePicturePath } from '../../contract/paths.ts'
import { structuredOffers } from '../../contract/structured-offer.ts'
import { iconPaths } from './icon-paths.ts'

/** An item of https://schema.org. The functions in this file state only what the page also shows. */
type Node = Record<string, unknown> & { '@type': string }

interface Shop {
  /** The site's address. */
  base: URL
  site: Pick<typeof Site, 'name' | 'description' | 'seller' | 'language'>
}

export interface Post {
  id: string
  title: string
  excerpt: string
  author: string
  category: string
  /** `YYYY-MM-DD`, or empty. */
  date: string
  updated: string
}

const urlOf = ({ base }: Shop, path: string) => new URL(path, base).href
const organizationOf = (shop: Shop) => ({ '@id': urlOf(shop, '/#organization') })

const withoutEmptyFields = (node: Node): Node =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== '' && value !== undefined)) as Node

/** The company that runs the shop. */
export const organization = (shop: Shop): Node => ({
  '@type': 'Organization',
  ...organizationOf(shop),
  name: shop.site.name,
  legalName: shop.site.seller.legalName,
  url: urlOf(shop, '/'),
  logo: urlOf(shop, iconPaths.touch),
})

export const website = (shop: Shop): Node => ({
  '@type': 'WebSite',
  '@id': urlOf(shop, '/#website'),
  name: shop.site.name,
  url: urlOf(shop, '/'),
  inLanguage: shop.site.language,
  publisher: organizationOf(shop),
})

/** The kit with its offers. It has no ratings: search engines forbid ratings that the shop chose itself. */
export const product = (shop: Shop, catalog: Parameters<typeof structuredOffers>[0]): Node =>
  withoutEmptyFields({
    '@type': 'Product',
    '@id': urlOf(shop, '/#product'),
    name: shop.site.name,
    description: shop.site.description,
    image: urlOf(shop, sharePicturePath),
    brand: { '@type': 'Brand', name: shop.site.name },
    offers: structuredOffers(catalog).map((offer) => ({
      '@type': 'Offer',
      ...offer,
      url: urlOf(shop, '/#pricing'),
      seller: organizationOf(shop),
    })),
  })

/** @param questions `text` is the whole answer */
export const faqPage = (shop: Shop, questions: { id: string; question: string; text: string }[]): Node => ({
  '@type': 'FAQPage',
  '@id': urlOf(shop, '/#faq'),
  mainEntity: questions.map(({ id, question, text }) => ({
    '@type': 'Question',
    url: urlOf(shop, `/#faq-${id}`),
    name: question,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
})

export function blogPosting(shop: Shop, post: Post): Node {
  const { site } = shop
  const url = urlOf(shop, pages.post(post.id))
  // An author whose name contains the product's name, such as its team, is the shop itself. Other authors are persons.
  const author = { '@type': post.author.includes(site.name) ? 'Organization' : 'Person', name: post.author }
  return withoutEmptyFields({
    '@type': 'BlogPosting',
    '@id': `${url}#post`,
    mainEntityOfPage: url,
    headline: post.title || post.id,
    description: post.excerpt,
    image: urlOf(shop, sharePicturePath),
    datePublished: post.date,
    dateModified: post.updated || post.date,
    author: post.author ? author : organizationOf(shop),
    articleSection: post.category,
    inLanguage: site.language,
    publisher: organizationOf(shop),
  })
}

/**
 * The breadcrumbs from the home page to a page. The home page has none.
 * @param pathname the page's address
 */
export function breadcrumbs(shop: Shop, pathname: string, title: string): Node[] {
  if (pathname === pages.home) return []
  const blog = pathname.startsWith(`${pages.blog}/`) ? [[labels.bar.blog, pages.blog]] : []
  const steps = [[labels.notFound.home, pages.home], ...blog, [title, pathname]] as [string, string][]
  const itemListElement = steps.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: urlOf(shop, path),
  }))
  return [{ '@type': 'BreadcrumbList', itemListElement }]
}

/**
 * Writes the items as the text of a script element
 * (https://www.w3.org/TR/json-ld11/#restrictions-for-contents-of-json-ld-script-elements).
 */
export const toJsonLd = (nodes: Node[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll('<', '\\u003c')
