import { pages } from '../../contract/paths.ts'
import type { Config } from '../config/env.ts'
import { pagePolicy } from './page-policy.ts'
import { checkoutTargets, commonHeaders } from './security-headers.ts'
import { loadStaticFiles, type StaticFiles } from './static-files.ts'

/**
 * The built site: its files, their security headers, its two not-found pages.
 * @param onReturn called with the session of a buyer who comes back from the provider
 */
export function loadSite(
  root: string,
  config: Pick<Config, 'publicUrl' | 'payments'>,
  onReturn: (sessionId: string) => void,
): StaticFiles {
  return loadStaticFiles(root, {
    headers: commonHeaders(config),
    pageHeaders: (html) => ({
      'content-security-policy': pagePolicy(html, checkoutTargets(config)),
      // The browser's default: any other policy delays the first paint (docs/decisions/008-no-opener-policy-on-pages.md).
      'cross-origin-opener-policy': 'unsafe-none',
    }),
    notFound: (address) => (/^\/blog\/[^/]+\/?$/.test(address) ? '/blog/404' : '/404'),
    onServed: (address, query) => {
      if (address !== pages.paymentSuccess) return
      const sessionId = new URLSearchParams(query).get('session_id')
      if (sessionId) onReturn(sessionId)
    },
  })
}
