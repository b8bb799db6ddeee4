import { formerAddresses, sharePicturePath } from '../../contract/paths.ts'
import type { Config } from '../config/env.ts'
import { closedPageHeaders } from './closed-page.ts'
import { parsePage } from './html-elements.ts'
import { pagePolicy } from './page-policy.ts'
import { checkoutTargets, commonHeaders, documentHeaders } from './security-headers.ts'
import { loadStaticFiles, type StaticFiles } from './static-files.ts'

/** Loads the built site: its files, their security headers, its two not-found pages. */
export function loadSite(root: string, config: Pick<Config, 'publicUrl' | 'payments'>): StaticFiles {
  return loadStaticFiles(root, {
    headers: commonHeaders(config),
    fileHeaders: (address): Record<string, string> =>
      address === sharePicturePath ? { 'cross-origin-resource-policy': 'cross-origin' } : {},
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
  })
}
