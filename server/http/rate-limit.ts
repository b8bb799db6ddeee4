import type { MiddlewareHandler } from 'hono'
import { messages } from '#content/messages.ts'
import { ShopError } from '../errors.ts'
import { clientIp } from './client-ip.ts'
import { clientNetwork } from './client-network.ts'

export interface Limit {
  /** Requests that may come in one burst. */
  burst: number
  /** After that, one request per this many ms: a whole number, because fractions are lost in a time. */
  intervalMs: number
  /**
   * How many refused requests count, too. Without it none does, so a client that goes on gets its next request as soon as one
   * that waits.
   */
  debt?: number
}

/** The most clients that are remembered, about 1 MB. For another one, the client that was silent longest is forgotten. */
const rememberedClients = 10_000

/**
 * Creates a token bucket for each key. It is stored as the time at which it is full again (the generic cell rate algorithm).
 * @returns a function that takes `cost` tokens, and returns 0; or the ms until there are as many
 */
export function createBuckets({ burst, intervalMs, debt = 0 }: Limit) {
  const fullAt = new Map<string, number>()
  const longest = (burst + debt) * intervalMs
  return (key: string, now: number, cost = 1): number => {
    const stored = fullAt.get(key) ?? 0
    // No bucket takes longer to fill than this. A later time was stored before the clock was set back.
    const full = stored > now + longest ? now : Math.max(stored, now)
    const after = full + cost * intervalMs
    const wait = Math.max(0, after - now - burst * intervalMs)
    // A Map keeps the order of insertion. Delete the key, so that the first one is the client that was silent longest.
    fullAt.delete(key)
    if (fullAt.size >= rememberedClients) fullAt.delete(fullAt.keys().next().value ?? '')
    if (wait === 0) fullAt.set(key, after)
    else fullAt.set(key, debt > 0 ? Math.min(after, now + longest) : full)
    return wait
  }
}

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
  return async (c, next) => {
    const network = clientNetwork(clientIp(c, options.trustProxy))
    const wait = take(network, options.now())
    if (wait === 0) return next()
    const seconds = Math.ceil(wait / 1000)
    throw new ShopError('too_many_requests', messages.tooOften(seconds), {
      remedy: messages.reload,
      retryAfter: seconds,
    })
  }
}
