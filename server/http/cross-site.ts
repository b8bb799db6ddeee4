import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config/env.ts'
import { ShopError } from '../errors.ts'

/**
 * Refuses a POST that another website made a visitor's browser send: it would take seats or have mail sent in the
 * visitor's name. Browsers say so in Sec-Fetch-Site, which no page can set (W3C Fetch Metadata §2.4). Older ones, and all on
 * plain http, send Origin alone. Our own pages, and the sites of ALLOWED_ORIGINS, are known by Origin. A client that sends
 * neither is a program, or a very old browser, and passes: there is no cookie that a forged request could use.
 * `hono/csrf` refuses such clients, and looks at forms alone.
 */
export function refuseCrossSite({
  publicUrl,
  allowedOrigins,
}: Pick<Config, 'publicUrl' | 'allowedOrigins'>): MiddlewareHandler {
  const ours = new Set([publicUrl, ...allowedOrigins])
  return async (c, next) => {
    const site = c.req.header('sec-fetch-site')
    const origin = c.req.header('origin')
    const isForeign =
      site === undefined
        ? isOfAnotherHost(origin, c.req.header('host')) && !ours.has(origin ?? '')
        : site === 'cross-site' && !ours.has(origin ?? '')
    if (c.req.method !== 'POST' || !isForeign) return next()
    throw new ShopError('cross_site', 'Another website sent this request, so we did nothing.', {
      remedy: `To buy the kit or to get a download link, please start at ${publicUrl}.`,
    })
  }
}

/** The server's own pages send no Referer, and so `null` as their Origin (Fetch standard, "append a request Origin header"). */
const isOfAnotherHost = (origin: string | undefined, host: string | undefined) =>
  origin !== undefined && origin !== 'null' && origin.replace(/^https?:\/\//, '') !== host
