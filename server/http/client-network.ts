import { isIPv6 } from 'node:net'

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
