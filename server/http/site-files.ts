import type { Config } from '../config/env.ts'
import { pagePolicy } from './page-policy.ts'
import { checkoutTargets, commonHeaders } from './security-headers.ts'
import { loadStaticFiles, type StaticFiles } from './static-files.ts'

/** The built site: its files, their security headers, its two not-found pages. */
export function loadSite(root: string, config: Pick<Config, 'publicUrl' | 'payments'>): StaticFiles {
  return loadStaticFiles(root, {
    headers: commonHeaders(config),
    pageHeaders: (html) => ({
      'content-security-policy': pagePolicy(html, checkoutTargets(config)),
      // The browser's default: any other policy delays the first paint (docs/decisions/008-no-opener-policy-on-pages.md).
      'cross-origin-opener-policy': 'unsafe-none',
    }),
    notFound: (address) => (/^\/blog\/[^/]+\/?$/.test(address) ? '/blog/404' : '/404'),
  })
}
