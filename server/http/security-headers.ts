import type { MiddlewareHandler } from 'hono'
import { sellerPath } from '../../contract/paths.ts'
import type { Config } from '../config/env.ts'
import { pageStyleHash } from './page.ts'
import { everyPolicy, policyText } from './page-policy.ts'

/** A year, in seconds: long enough that a browser never asks for http:// first (RFC 6797 §11.2). */
const hstsSeconds = 31_536_000

/** Headers that a browser reads of a document and ignores of a script, a picture or a typeface. */
export const documentHeaders: Record<string, string> = {
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()',
  // The purchase opens the provider's page in its own tab. `same-origin` would separate that tab from the shop's page.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** Headers of every response: pages, functions, files and errors. */
export function commonHeaders(config: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(config.publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains`,
    }),
  }
}

/**
 * Where a posted order form may lead. Browsers also apply `form-action` to the redirects after a form post. The sandbox's
 * page is at the public address. Stripe's page can have the seller's own domain, so any https address is allowed with
 * Stripe.
 */
export const checkoutTargets = (config: Pick<Config, 'publicUrl' | 'payments'>): string[] =>
  config.payments === 'sandbox' ? [config.publicUrl] : [config.publicUrl, 'https:']

/**
 * The policy of the server's own pages: one style element with the typefaces, pictures of this origin, forms.
 * @param formTargets where a form may lead besides its own address
 */
const ownPagePolicy = (formTargets: string[]) =>
  policyText({
    'default-src': ["'none'"],
    'style-src': [pageStyleHash],
    // The typefaces are inside the style element.
    'font-src': ['data:'],
    'img-src': ["'self'"],
    'form-action': ["'self'", ...formTargets],
    ...everyPolicy,
  })

declare module 'hono' {
  interface ContextVariableMap {
    /** The policy of a response that one of the server's own pages shows in a frame, such as a mail. */
    policy: string
    /** Whether the page shows such a response in a frame. */
    frames: boolean
  }
}

/** The headers of the functions' responses in addition to the common headers, which the listener sets. */
export function securityHeaders(
  config: Pick<Config, 'publicUrl' | 'siteUrl' | 'payments'>,
): MiddlewareHandler {
  // From the sandbox's page, a buyer returns to the pages, which can have another address.
  const policy = ownPagePolicy([...new Set([config.publicUrl, config.siteUrl])])
  // After a mistake, the page shows the order form again, and that form leads to the provider.
  const policyWithForm = ownPagePolicy(checkoutTargets(config))
  return async (c, next) => {
    await next()
    const framedPolicy = c.get('policy')
    const ownPolicy = c.get('formAgain') ? policyWithForm : policy
    c.res.headers.set(
      'content-security-policy',
      framedPolicy ?? (c.get('frames') ? `${ownPolicy}; frame-src 'self'` : ownPolicy),
    )
    c.res.headers.set('x-frame-options', framedPolicy ? 'SAMEORIGIN' : 'DENY')
    // Addresses under /functions and /sandbox contain tokens, which must not be sent in a Referer. With `no-referrer`, the forms
    // of these pages would have the origin `null`, and older browsers could not send them (`cross-site.ts`). Whoever has the
    // address of the seller's page can act as the seller, who can choose a browser.
    const isSellers = c.req.path.startsWith(sellerPath(''))
    c.res.headers.set('referrer-policy', isSellers ? 'no-referrer' : 'strict-origin')
  }
}
