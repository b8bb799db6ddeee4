import type { MiddlewareHandler } from 'hono'
import { ShopError } from '../errors.ts'
import { errorResponse } from './error-response.ts'

const MiB = 1024 * 1024

/** Seconds after which a sender may try again when too many bodies are in memory. Payment providers do so by themselves. */
const retryAfter = 5

interface Limits {
  /** A body has to be whole within this time, in ms. Forms and events are small. */
  withinMs?: number
  /** Bytes that the bodies of all requests may hold in memory together. */
  totalBytes?: number
}

/**
 * Reads the bodies of requests before their handlers run. A body that is too large is refused with 413, one that is too
 * slow with 408, and one for which there is no memory left with 503: senders that stop half way must not fill the memory.
 * `hono/body-limit` has neither a time limit nor one for all bodies together.
 * @returns a function that makes the middleware for bodies of at most `maxBytes`
 */
export function createBodyLimit({ withinMs = 5000, totalBytes = 32 * MiB }: Limits = {}) {
  let held = 0

  return (maxBytes: number): MiddlewareHandler =>
    async (c, next) => {
      const { raw } = c.req
      const tooLarge = new ShopError('too_large', `The request is larger than ${maxBytes} bytes.`)
      // Node reads no more than the length that was told.
      if (Number(c.req.header('content-length')) > maxBytes) return refuse(tooLarge)
      if (!raw.body) return next()
      const reader = raw.body.getReader()
      const limit = Promise.withResolvers<'late'>()
      const timer = setTimeout(() => limit.resolve('late'), withinMs)
      const chunks: Uint8Array[] = []
      let bytes = 0
      try {
        for (;;) {
          const read = await Promise.race([reader.read(), limit.promise])
          if (read === 'late')
            return refuse(new ShopError('too_slow', 'The request did not arrive in time. Please try again.'))
          if (read.done) break
          bytes += read.value.byteLength
          held += read.value.byteLength
          if (bytes > maxBytes) return refuse(tooLarge)
          if (held > totalBytes) {
            const message = 'The shop has too many requests in hand. Please try again in a moment.'
            return refuse(new ShopError('unavailable', message, { retryAfter }))
          }
          chunks.push(read.value)
        }
        clearTimeout(timer)
        const { url, method, headers, signal } = raw
        c.req.raw = new Request(url, { method, headers, body: Buffer.concat(chunks), signal })
        return await next()
      } finally {
        clearTimeout(timer)
        held -= bytes
      }

      function refuse(error: ShopError): Promise<Response> {
        // Nobody reads the rest of the body.
        return errorResponse(c, error, { connection: 'close' })
      }
    }
}
