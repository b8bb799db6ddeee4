import type { MiddlewareHandler } from 'hono'
import type { Config } from '../env.ts'
import { ShopError } from '../errors.ts'

/**
 * Refuses a POST that another website made a visitor's browser send: it would take seats or have mail sent in the
 * visitor's name. Browsers say so in Sec-Fetch-Site, which no page can set (W3C Fetch Metadata §2.4). Our own pages, and
 * the sites of ALLOWED_ORIGINS, are told by Origin. A client that sends no such headers is no browser, or an old one,
 * and passes: there is no cookie that a forged request could use. `hono/csrf` refuses such clients, and looks at forms
 * alone.
 */
export function refuseCrossSite({
  publicUrl,
  allowedOrigins,
}: Pick<Config, 'publicUrl' | 'allowedOrigins'>): MiddlewareHandler {
  const ours = new Set([publicUrl, ...allowedOrigins])
  return async (c, next) => {
    const isForeign =
      c.req.method === 'POST' &&
      c.req.header('sec-fetch-site') === 'cross-site' &&
      !ours.has(c.req.header('origin') ?? '')
    if (!isForeign) return next()
    throw new ShopError('cross_site', 403, 'Another website sent this request, so we did nothing.', {
      remedy: `To buy the kit or to get a download link, please start at ${publicUrl}.`,
    })
  }
}
