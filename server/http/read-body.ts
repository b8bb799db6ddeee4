import type { MiddlewareHandler } from 'hono'
import { ShopError } from '../errors.ts'
import { clientIp } from './client-ip.ts'
import { clientNetwork } from './client-network.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The complete request body, as read by `createBodyReader`. */
    body: Uint8Array
  }
}

/** Sizes in bytes. Each kind of body has its own room, so events never wait behind forms. */
export interface BodyKind {
  /** The largest body. */
  maxBytes: number
  /** The most that the incomplete bodies of one network may have together. */
  networkBytes: number
  /** The most that the incomplete bodies of all networks may have together: the memory that the kind may use. */
  totalBytes: number
}

/** Retry-After in seconds if there is no room for a body. Payment providers retry by themselves. */
const retryAfter = 5

const tooLarge = ({ maxBytes }: BodyKind) =>
  new ShopError('too_large', `The request is larger than ${maxBytes} bytes.`)

/**
 * Creates a middleware that reads the request body and puts it in `c.get('body')`. All addresses for one kind of body share it.
 *
 * Whoever stops in the middle of a body keeps its memory until Node's `requestTimeout` ends the connection. Each network has a
 * share, so nobody can use up the room of strangers. Here a network is an IPv4 address or an IPv6 /48: whoever has a /48
 * would otherwise have 65,536 shares.
 *
 * It throws ShopError `too_large`; `too_many_requests` if the share of the network is used up; `unavailable` if all room is.
 * `hono/body-limit` counts only one body. It also passes a body in chunks on as `new Request(request)`, which Node refuses
 * for the adapter's request as long as the adapter leaves the global Request alone.
 */
export function createBodyReader(kind: BodyKind, options: { trustProxy: number }): MiddlewareHandler {
  /** Bytes of incomplete bodies, by network. */
  const held = new Map<string, number>()
  let total = 0

  function hold(network: string, bytes: number): void {
    const sum = (held.get(network) ?? 0) + bytes
    if (sum === 0) held.delete(network)
    else held.set(network, sum)
    total += bytes
  }

  function checkRoom(network: string): void {
    if ((held.get(network) ?? 0) > kind.networkBytes) {
      const message = 'Earlier requests from your network are not complete yet. Please try again in a moment.'
      throw new ShopError('too_many_requests', message, { retryAfter })
    }
    if (total > kind.totalBytes) {
      const message = 'The shop is handling too many requests. Please try again in a moment.'
      throw new ShopError('unavailable', message, { retryAfter })
    }
  }

  return async (c, next) => {
    // A body cannot be longer than declared, because Node stops there.
    if (Number(c.req.header('content-length')) > kind.maxBytes) throw tooLarge(kind)
    const network = clientNetwork(clientIp(c, options.trustProxy))
    const reader = c.req.raw.body?.getReader()
    const chunks: Uint8Array[] = []
    let bytes = 0
    try {
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        bytes += part.value.byteLength
        hold(network, part.value.byteLength)
        if (bytes > kind.maxBytes) throw tooLarge(kind)
        checkRoom(network)
        chunks.push(part.value)
      }
    } finally {
      hold(network, -bytes)
    }
    c.set('body', Buffer.concat(chunks))
    return next()
  }
}
