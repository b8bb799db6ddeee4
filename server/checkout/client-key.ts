import { createHmac } from 'node:crypto'
import { clientNetwork } from '../http/client-network.ts'

/**
 * The key of a client in an open order. It is enough to count the client's open orders and contains no address. IPv4 has few
 * enough addresses to try them all, so the hash has a key, which is used for nothing else.
 *
 * An IPv6 client is its /48. Every /64 is inside a /48, so a limit for the larger network also limits the smaller one.
 */
export function clientKey(ip: string, linkSecret: string): string {
  const key = createHmac('sha256', linkSecret).update('clients of open orders').digest()
  return createHmac('sha256', key).update(clientNetwork(ip, 48)).digest('base64url')
}
