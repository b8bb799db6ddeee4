import type { MiddlewareHandler } from 'hono'
import { ShopError } from '../errors.ts'
import { clientIp } from './client-ip.ts'
import { clientNetwork } from './client-network.ts'

export interface Limit {
  /** Requests that may come in one burst. */
  burst: number
  /** After that, one request per this many ms. */
  intervalMs: number
}

/** The most clients that are remembered. Beyond it, the client with the oldest request is forgotten. About 1 MB. */
const rememberedClients = 10_000

/**
 * A token bucket per key, stored as the time at which it is full again (the generic cell rate algorithm).
 * @returns a function of key and time (ms) that takes a token: 0, or the ms until there is one
 */
export function createBuckets({ burst, intervalMs }: Limit): (key: string, now: number) => number {
  const fullAt = new Map<string, number>()
  const tolerance = (burst - 1) * intervalMs
  return (key, now) => {
    const noted = fullAt.get(key) ?? 0
    // A bucket that seems to need longer to fill was stored before the clock was set back.
    const full = noted > now + burst * intervalMs ? now : Math.max(noted, now)
    const wait = full - now - tolerance
    if (wait > 0) {
      fullAt.set(key, full)
      return wait
    }
    fullAt.delete(key)
    if (fullAt.size >= rememberedClients) {
      for (const oldest of fullAt.keys()) {
        fullAt.delete(oldest)
        break
      }
    }
    fullAt.set(key, full + intervalMs)
    return 0
  }
}

/**
 * Refuses a client that sends too many requests, with 429 and Retry-After in seconds (RFC 6585 §4). OPTIONS and HEAD do not
 * count. It throws ShopError `too_many_requests`.
 */
export function rateLimit(options: {
  limit: Limit
  trustProxy: number
  now: () => number
}): MiddlewareHandler {
  const take = createBuckets(options.limit)
  return async (c, next) => {
    if (c.req.method === 'OPTIONS' || c.req.method === 'HEAD') return next()
    const wait = take(clientNetwork(clientIp(c, options.trustProxy), 64), options.now())
    if (wait === 0) return next()
    const seconds = Math.ceil(wait / 1000)
    const wanted = `Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
    const message = `That was a lot of requests in a short time. ${wanted}`
    throw new ShopError('too_many_requests', message, {
      ...(!c.get('formAgain') && {
        remedy: 'Load this page again then: your browser sends what you entered once more.',
      }),
      retryAfter: seconds,
    })
  }
}
