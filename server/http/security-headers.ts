import type { MiddlewareHandler } from 'hono'
import type { Config } from '../env.ts'
import { pageStyleHash } from './page.ts'

/** A year, in seconds: long enough that a browser never asks for http:// first (RFC 6797 §11.2). */
const hstsSeconds = 31_536_000

/** Headers of every answer: pages, functions, scripts and typefaces alike. */
export function commonHeaders(config: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(config.publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${hstsSeconds}`,
    }),
  }
}

/** What browsers heed on documents only; on each script it would be weight that does nothing. */
const documentHeaders: Record<string, string> = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()',
}

/** For a prerendered page. No Cross-Origin-Opener-Policy: see docs/decisions/008-no-opener-policy-on-pages.md. */
export const sitePageHeaders: Record<string, string> = {
  ...documentHeaders,
  'content-security-policy': "frame-ancestors 'none'; base-uri 'self'; object-src 'none'",
}

/**
 * The policy of the server's own pages: one known style element with its typefaces, forms, nothing else. Browsers hold redirects
 * after a form post to `form-action` too, so the public address is in it beside the one that was asked.
 * @param formTargets further sources that a form may lead to
 */
const pagePolicy = (publicUrl: string, ...formTargets: string[]) =>
  [
    "default-src 'none'",
    `style-src ${pageStyleHash}`,
    // The typefaces are inside the style element.
    'font-src data:',
    "img-src 'self'",
    ["form-action 'self'", publicUrl, ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

/** Security headers for everything that the functions answer. */
export function securityHeaders(config: Pick<Config, 'publicUrl'>): MiddlewareHandler {
  const common = Object.entries({ ...commonHeaders(config), ...documentHeaders })
  const policy = pagePolicy(config.publicUrl)
  // The checkout's form, shown again, leads to the provider, whose page can have the seller's own domain.
  const policyWithForm = pagePolicy(config.publicUrl, 'https:')
  return async (c, next) => {
    await next()
    for (const [name, value] of common) c.res.headers.set(name, value)
    c.res.headers.set('content-security-policy', c.get('formAgain') ? policyWithForm : policy)
    c.res.headers.set('x-frame-options', 'DENY')
    // The sandbox's page is opened by the shop's.
    c.res.headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
    // Addresses under /functions and /sandbox carry tokens; none may leave in a Referer.
    c.res.headers.set('referrer-policy', 'no-referrer')
    c.res.headers.set('cross-origin-resource-policy', 'same-origin')
  }
}
