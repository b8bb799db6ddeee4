import { isIPv6 } from 'node:net'

/**
 * The network that counts as one client: an IPv4 address itself, or the prefix of an IPv6 address. One household or
 * server uses any address of its /64; an organization often has a whole /48 (RFC 6177 §2).
 */
export function clientNetwork(ip: string, prefix: 48 | 64): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.toLowerCase().split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0')
  const groups = [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, prefix / 16).join(':')}::/${prefix}`
}
