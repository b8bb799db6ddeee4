import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { ShopError } from '../errors.ts'
import { errorResponse } from './error-response.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The complete request body, as read by `createBodyLimit`. */
    body: Uint8Array
  }
}

const MiB = 1024 * 1024

/** Retry-After in seconds if too many bodies are in memory. Payment providers retry by themselves. */
const retryAfter = 5

interface Limits {
  /** A body must be complete within this time, in ms. Forms and events are small. */
  withinMs?: number
  /** The most bytes that the bodies of all requests may use in memory together. A form or an event has a few KB. */
  totalBytes?: number
}

/**
 * Reads request bodies before their handlers run, and puts each in `c.get('body')`. It refuses a body that is too large (413),
 * that takes too long (408), or for which no memory is left (503). Otherwise, stalled senders could fill the memory.
 * `hono/body-limit` has neither a time limit nor a limit for all bodies together.
 * @returns a function that makes the middleware for bodies of at most `maxBytes`
 */
export function createBodyLimit({ withinMs = 5000, totalBytes = 4 * MiB }: Limits = {}) {
  /** Bytes of all bodies in memory. */
  let held = 0

  return (maxBytes: number): MiddlewareHandler =>
    async (c, next) => {
      if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return next()
      const refuse = (code: 'too_large' | 'too_slow' | 'unavailable', message: string, after?: number) =>
        // Close the connection, because the rest of the body is not read.
        errorResponse(c, new ShopError(code, message, after ? { retryAfter: after } : {}), {
          connection: 'close',
        })
      const tooLarge = () => refuse('too_large', `The request is larger than ${maxBytes} bytes.`)
      // A body cannot be longer than declared, because Node stops there.
      if (Number(c.req.header('content-length')) > maxBytes) return tooLarge()
      const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
      // Without a connection, as in tests, the body has already arrived.
      const chunks = incoming ? bodyOf(incoming, withinMs) : [new Uint8Array(await c.req.raw.arrayBuffer())]
      const received: Uint8Array[] = []
      let bytes = 0
      try {
        for await (const chunk of chunks) {
          if (chunk === 'late')
            return refuse('too_slow', 'The request did not arrive in time. Please try again.')
          bytes += chunk.byteLength
          held += chunk.byteLength
          if (bytes > maxBytes) return tooLarge()
          if (held > totalBytes) {
            const message = 'The shop is handling too many requests. Please try again in a moment.'
            return refuse('unavailable', message, retryAfter)
          }
          received.push(chunk)
        }
        c.set('body', received.length === 1 && received[0] ? received[0] : Buffer.concat(received))
        return await next()
      } finally {
        held -= bytes
      }
    }
}

/**
 * Yields the chunks of a body as they arrive, and `late` if the body is not complete in time. It leaves the connection open,
 * so that the server can still respond.
 * @throws when the sender hangs up
 */
async function* bodyOf(incoming: IncomingMessage, withinMs: number): AsyncGenerator<Uint8Array | 'late'> {
  const chunks: Uint8Array[] = []
  const ends: ('complete' | 'late' | 'broken')[] = []
  let wake = () => {}
  const endAs = (end: (typeof ends)[number]) => () => {
    ends.push(end)
    wake()
  }
  const onData = (chunk: Uint8Array) => {
    chunks.push(chunk)
    wake()
  }
  const [complete, broken, late] = [endAs('complete'), endAs('broken'), endAs('late')]
  // If this process was blocked, read the chunks that have already arrived before the time limit applies.
  const timer = setTimeout(() => setImmediate(() => setImmediate(late)), withinMs)
  incoming.on('data', onData).on('end', complete).on('error', broken).on('close', broken)
  try {
    for (;;) {
      yield* chunks.splice(0)
      if (chunks.length > 0) continue
      const [end] = ends
      if (end === 'complete') return
      if (end === 'late') return yield 'late'
      if (end === 'broken') throw new Error('The sender hung up.')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    clearTimeout(timer)
    incoming.pause()
    incoming.off('data', onData).off('end', complete).off('error', broken).off('close', broken)
  }
}
