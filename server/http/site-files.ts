import { formerAddresses, sharePicturesPath } from '../../contract/paths.ts'
import type { Config } from '../config/env.ts'
import { builtPages } from './built-pages.ts'
import { closedPageHeaders } from './closed-page.ts'
import { parsePage } from './html-elements.ts'
import { pagePolicy } from './page-policy.ts'
import { checkoutTargets, commonHeaders, documentHeaders } from './security-headers.ts'
import { loadStaticFiles, type OnServed, type StaticFiles } from './static-files.ts'

/**
 * Loads the built site: its files, their security headers, its two not-found pages.
 * @param onPage called with the address of each page that was served, except the not-found pages
 */
export function loadSite(
  root: string,
  config: Pick<Config, 'publicUrl' | 'payments'>,
  onPage: OnServed = () => {},
): StaticFiles {
  const pages = [...builtPages(root).keys()].map((address) => address.replace(/\.html$/, ''))
  const existing = new Set(pages.filter((address) => !address.endsWith('/404')))
  return loadStaticFiles(root, {
    headers: commonHeaders(config),
    fileHeaders: (address): Record<string, string> =>
      address.startsWith(sharePicturesPath) ? { 'cross-origin-resource-policy': 'cross-origin' } : {},
    pageHeaders: (html) => {
      const elements = parsePage(html)
      return {
        ...documentHeaders,
        'content-security-policy': pagePolicy(elements, checkoutTargets(config)),
        // The browser's default: any other policy delays the first paint (docs/decisions/007-what-the-first-paint-carries.md).
        'cross-origin-opener-policy': 'unsafe-none',
        ...closedPageHeaders(elements, config.publicUrl),
      }
    },
    formerAddresses,
    notFound: (address) => (/^\/blog\/[^/]+\/?$/.test(address) ? '/blog/404' : '/404'),
    onServed: (address, ...request) => {
      if (existing.has(address)) onPage(address, ...request)
    },
  })
}
