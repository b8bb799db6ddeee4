import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config/env.ts'
import { ShopError } from '../errors.ts'

/**
 * Refuses a POST that another website made a visitor's browser send. It could take seats or send mail in the visitor's name.
 * Browsers report such a request in Sec-Fetch-Site, which no page can set (W3C Fetch Metadata §2.4). Older browsers, and all
 * browsers on plain http, send only Origin. Our own pages, and the sites in ALLOWED_ORIGINS, are recognized by Origin. A
 * sibling host (`same-site`) is another website: it may belong to somebody else. So is the origin `null`, which any page can make
 * its form send. A client that sends neither header is a program or a very old browser, and is accepted, because there is no
 * cookie that a forged request could use. `hono/csrf` refuses such clients, and checks only forms.
 */
export function refuseCrossSite({
  publicUrl,
  allowedOrigins,
}: Pick<Config, 'publicUrl' | 'allowedOrigins'>): MiddlewareHandler {
  const ownOrigins = new Set([publicUrl, ...allowedOrigins])
  return async (c, next) => {
    const site = c.req.header('sec-fetch-site')
    const origin = c.req.header('origin')
    const isFromHere =
      (origin !== undefined && ownOrigins.has(origin)) ||
      (site === undefined
        ? origin === undefined || isSameHost(origin, c.req.header('host'))
        : site === 'same-origin' || site === 'none')
    if (isFromHere) return next()
    throw new ShopError('cross_site', 'Another website sent this request, so we did nothing.', {
      remedy: `To buy the kit or to get a download link, please start at ${publicUrl}.`,
    })
  }
}

/** A visitor may reach this machine by another name than PUBLIC_URL, such as its IP address. */
const isSameHost = (origin: string, host: string | undefined) => origin.replace(/^https?:\/\//, '') === host
