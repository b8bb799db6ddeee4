import type { MiddlewareHandler } from 'hono'
import type { Log } from '../log/log.ts'

/** The pause before the same warning is logged again, in ms. */
const repeatAfter = 60 * 60_000

/**
 * Warns if requests come through a proxy that is not configured. All buyers then look like one client, so the limits per client
 * apply to all of them together.
 */
export function warnAboutProxy(options: {
  trustProxy: number
  log: Log
  now: () => number
}): MiddlewareHandler {
  const { trustProxy, log, now } = options
  let warnedAt: number | null = null
  return async (c, next) => {
    const isUnknown = trustProxy === 0 && c.req.header('x-forwarded-for') !== undefined
    if (isUnknown && (warnedAt === null || Math.abs(now() - warnedAt) >= repeatAfter)) {
      warnedAt = now()
      log.warn('proxy.not_trusted', {
        problem:
          'A request carries X-Forwarded-For, and TRUST_PROXY is 0: all visitors behind a proxy count as one.',
        remedy:
          'Set TRUST_PROXY to the number of your proxies. If there is none, ignore this: a client has made up the header.',
      })
    }
    return next()
  }
}
