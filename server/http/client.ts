import { isIP, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { isThisMachine } from '../config/env.ts'
import type { Log } from '../log/log.ts'

/**
 * Converts the different forms of an address to one. On a dual-stack socket, an IPv4 address reads `::ffff:192.0.2.1`. Some
 * proxies add the client's port, and then an IPv6 address is in brackets (RFC 7239 §6).
 * @returns an empty text if it is not an address
 */
function normalizeIp(address: string): string {
  const bare = address
    .trim()
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^::ffff:(\d+\..*)$/i, '$1')
  return isIP(bare) ? bare : ''
}

/** The address at the other end of the connection; an empty text if there is no socket. */
const peerOf = (c: Context): string =>
  normalizeIp((c.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? '')

/** Headers that a proxy adds. A request with one of them may come from another machine, even if the proxy runs on this one. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether the client is a program on this machine. The connection decides, not TRUST_PROXY. A page in this machine's browser is
 * not one, even if its own name leads here (DNS rebinding): it sends that name.
 */
export const isLocal = (c: Context): boolean =>
  /^(127\.\d+\.\d+\.\d+|::1)$/.test(peerOf(c)) &&
  isThisMachine(c.req.url) &&
  forwardingHeaders.every((name) => c.req.header(name) === undefined)

/**
 * The address of the client. Each of our proxies appends the address that it saw to X-Forwarded-For. So the rightmost
 * addresses, one for each proxy, are reliable. A client can forge all others.
 * @param peer the address at the other end of the connection
 * @param forwarded X-Forwarded-For
 * @param trustProxy number of own proxies in front of the server
 * @returns an IP address; `unknown` if there is no socket
 */
export function clientAddress(peer = '', forwarded = '', trustProxy = 0): string {
  const seen = trustProxy > 0 ? normalizeIp(forwarded.split(',').at(-trustProxy) ?? '') : ''
  return seen || normalizeIp(peer) || 'unknown'
}

/** The address of the client of a request. See `clientAddress`. */
export const clientIp = (c: Context, trustProxy: number): string =>
  clientAddress(peerOf(c), c.req.header('x-forwarded-for'), trustProxy)

/**
 * The network that counts as one client: an IPv4 address itself, or the /48 of an IPv6 address. One subscriber may have a whole
 * /48 (RFC 6177 §2), so a smaller network would give a stranger 65,536 clients.
 */
export function clientNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.toLowerCase().split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0')
  const groups = [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, 3).join(':')}::/48`
}

/**
 * Warns once if requests come through a proxy that is not configured. All buyers then look like one client, so the limits per
 * client apply to all of them together.
 */
export function warnAboutProxy(trustProxy: number, log: Log): MiddlewareHandler {
  let mayWarn = trustProxy === 0
  return (c, next) => {
    if (mayWarn && c.req.header('x-forwarded-for') !== undefined) {
      mayWarn = false
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
