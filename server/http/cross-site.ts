import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config/env.ts'
import { ShopError } from '../errors.ts'

/**
 * Refuses a POST that another website made a visitor's browser send. It could take seats or send mail in the visitor's name.
 * Browsers report such a request in Sec-Fetch-Site, which no page can set (W3C Fetch Metadata §2.4). Older browsers, and all
 * browsers on plain http, send only Origin. Our own pages, and the sites in ALLOWED_ORIGINS, are recognized by Origin. A
 * client that sends neither header is a program or a very old browser, and is accepted, because there is no cookie that a
 * forged request could use. `hono/csrf` refuses such clients, and checks only forms.
 */
export function refuseCrossSite({
  publicUrl,
  allowedOrigins,
}: Pick<Config, 'publicUrl' | 'allowedOrigins'>): MiddlewareHandler {
  const ownOrigins = new Set([publicUrl, ...allowedOrigins])
  return async (c, next) => {
    const site = c.req.header('sec-fetch-site')
    const origin = c.req.header('origin')
    const isForeign =
      site === undefined
        ? isOfAnotherHost(origin, c.req.header('host')) && !ownOrigins.has(origin ?? '')
        : site === 'cross-site' && !ownOrigins.has(origin ?? '')
    if (c.req.method !== 'POST' || !isForeign) return next()
    throw new ShopError('cross_site', 'Another website sent this request, so we did nothing.', {
      remedy: `To buy the kit or to get a download link, please start at ${publicUrl}.`,
    })
  }
}

/** The server's own pages send no Referer, so their Origin is `null` (Fetch standard, "append a request Origin header"). */
const isOfAnotherHost = (origin: string | undefined, host: string | undefined) =>
  origin !== undefined && origin !== 'null' && origin.replace(/^https?:\/\//, '') !== host
