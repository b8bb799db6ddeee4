import type { MiddlewareHandler } from 'hono'
import type { Log } from '../log/log.ts'

/** The same warning again after this time, in ms. */
const repeatAfter = 60 * 60_000

/**
 * Warns when requests come through a proxy that the configuration does not know of: then all buyers are one client, and
 * the limits for one client stop them all.
 */
export function noticeProxy(options: { trustProxy: number; log: Log; now: () => number }): MiddlewareHandler {
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
          'Set TRUST_PROXY to the number of your proxies. Ignore this if there is none: then somebody made the header up.',
      })
    }
    return next()
  }
}
