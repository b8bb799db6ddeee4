import type { MiddlewareHandler } from 'hono'
import { messages } from '#content/messages.ts'
import { ShopError } from '../errors.ts'
import { clientIp } from './client-ip.ts'
import { clientNetwork } from './client-network.ts'

export interface Limit {
  /** Requests that may come in one burst. */
  burst: number
  /** After that, one request per this many ms. */
  intervalMs: number
}

/** The most clients that are remembered, about 1 MB. For another one, the client with the oldest request is forgotten. */
const rememberedClients = 10_000

/**
 * Creates a token bucket for each key. It is stored as the time at which it is full again (the generic cell rate algorithm).
 * @returns a function that takes a token. It returns 0, or the time until there is a token, in ms
 */
export function createBuckets({ burst, intervalMs }: Limit): (key: string, now: number) => number {
  const fullAt = new Map<string, number>()
  const tolerance = (burst - 1) * intervalMs
  return (key, now) => {
    const stored = fullAt.get(key) ?? 0
    // No bucket takes longer to fill than this. A later time was stored before the clock was set back.
    const full = stored > now + burst * intervalMs ? now : Math.max(stored, now)
    const wait = full - now - tolerance
    if (wait > 0) {
      fullAt.set(key, full)
      return wait
    }
    fullAt.delete(key)
    if (fullAt.size >= rememberedClients) fullAt.delete(fullAt.keys().next().value ?? '')
    fullAt.set(key, full + intervalMs)
    return 0
  }
}

/**
 * The refusals of one network that explain themselves, as a page or as `{error}`. Whoever goes on gets a line of text, and the
 * connection ends. Otherwise, the page of 70 KB would cost the shop more than the request costs its sender.
 */
const explained: Limit = { burst: 20, intervalMs: 1000 }

/**
 * Creates a middleware that throws ShopError `too_many_requests` for a client that sends too many requests (RFC 6585 §4). It must
 * come before anything that costs time or memory.
 */
export function rateLimit(options: {
  limit: Limit
  trustProxy: number
  now: () => number
}): MiddlewareHandler {
  const take = createBuckets(options.limit)
  const takeExplanation = createBuckets(explained)
  return async (c, next) => {
    const network = clientNetwork(clientIp(c, options.trustProxy))
    const wait = take(network, options.now())
    if (wait === 0) return next()
    const seconds = Math.ceil(wait / 1000)
    if (takeExplanation(network, options.now()) > 0) {
      const headers = { 'retry-after': String(seconds), connection: 'close', 'cache-control': 'no-store' }
      return c.text('Too many requests.\n', 429, headers)
    }
    throw new ShopError('too_many_requests', messages.tooOften(seconds), {
      remedy: messages.reload,
      retryAfter: seconds,
    })
  }
}
