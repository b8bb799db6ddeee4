import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config/env.ts'
import { pageStyleHash } from './page.ts'

/** A year, in seconds: long enough that a browser never asks for http:// first (RFC 6797 §11.2). */
const hstsSeconds = 31_536_000

/** Headers of every answer: pages, functions, files and refusals alike. */
export function commonHeaders(config: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()',
    // The purchase opens the provider's page in a tab of its own; `same-origin` would cut that tab off.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    ...(config.publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains`,
    }),
  }
}

/**
 * Where a posted order form may lead: browsers hold the redirects after a form post to `form-action`, too. The sandbox's page is
 * at the public address. Stripe's can have the seller's own domain, so any https address is allowed with Stripe.
 */
export const checkoutTargets = (config: Pick<Config, 'publicUrl' | 'payments'>): string[] =>
  config.payments === 'sandbox' ? [config.publicUrl] : [config.publicUrl, 'https:']

/**
 * The policy of the server's own pages: one known style element with its typefaces, forms, nothing else.
 * @param formTargets where a form may lead beside its own address
 */
const pagePolicy = (formTargets: string[]) =>
  [
    "default-src 'none'",
    `style-src ${pageStyleHash}`,
    // The typefaces are inside the style element.
    'font-src data:',
    "img-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

declare module 'hono' {
  interface ContextVariableMap {
    /** The policy of an answer that is not one of the server's own pages. Only our own pages may frame it. */
    policy: string
    /** Whether the page shows such an answer in a frame. */
    frames: boolean
  }
}

/** What the functions' answers have beside the common headers, which the listener sets. */
export function securityHeaders(config: Pick<Config, 'publicUrl' | 'payments'>): MiddlewareHandler {
  const policy = pagePolicy([config.publicUrl])
  // The order form, shown again after a mistake, leads to the provider.
  const policyWithForm = pagePolicy(checkoutTargets(config))
  return async (c, next) => {
    await next()
    const own = c.get('policy')
    const ours = c.get('formAgain') ? policyWithForm : policy
    c.res.headers.set(
      'content-security-policy',
      own ?? (c.get('frames') ? `${ours}; frame-src 'self'` : ours),
    )
    c.res.headers.set('x-frame-options', own ? 'SAMEORIGIN' : 'DENY')
    // Addresses under /functions and /sandbox carry tokens; none may leave in a Referer.
    c.res.headers.set('referrer-policy', 'no-referrer')
  }
}
