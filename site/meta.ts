import type { MetaDescriptor } from 'react-router'
import { site } from '../content/site.ts'

/** Absolute addresses need the public one at build time. */
const siteUrl = (import.meta.env.VITE_SITE_URL ?? 'http://localhost:3000').replace(/\/$/, '')

/**
 * The head tags of a page. Canonical and social tags follow from `path`; pages that must not be found say so.
 * @param title without the product's name unless it fits 60 characters as it is
 */
export function pageMeta(page: {
  title: string
  description: string
  path: string
  noindex?: boolean
}): MetaDescriptor[] {
  const url = siteUrl + page.path
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    ...(page.noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link', rel: 'canonical', href: url } as MetaDescriptor]),
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: 'website' },
  ]
}
