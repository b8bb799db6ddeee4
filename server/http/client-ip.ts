import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * An IPv4 address on a dual-stack socket reads `::ffff:192.0.2.1`, and some proxies add the client's port, for which an
 * IPv6 address stands in brackets (RFC 7239 §6); one client is one name.
 */
function normalize(address: string): string {
  const bare = address
    .trim()
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) ? bare : ''
}

/** Whether an address is a loopback address. */
export const isLoopback = (address: string): boolean => /^(127\.\d+\.\d+\.\d+|::1)$/.test(normalize(address))

/**
 * Who asks. X-Forwarded-For is believed for as many hops as there are proxies of ours in front: each appends
 * the address that it saw, so the rightmost ones are true and everything to their left can be made up.
 * @param trustProxy number of own proxies in front of the server
 * @returns an IP address; `unknown` when there is no socket
 */
export function clientIp(c: Context, trustProxy: number): string {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  const peer = normalize(incoming?.socket?.remoteAddress ?? '') || 'unknown'
  if (trustProxy === 0) return peer
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map(normalize)
  const chain = [...forwarded, peer]
  return chain.at(-1 - trustProxy) || peer
}
