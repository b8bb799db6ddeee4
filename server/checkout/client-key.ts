import { createHmac } from 'node:crypto'
import { clientNetwork } from '../http/client-network.ts'

/**
 * What an open order keeps of the client that opened it: enough to count the client's open orders, and no address.
 * IPv4 addresses are few enough to try them all, so the hash has a key, and the key is for this use alone.
 *
 * An IPv6 client is its /48. Every /64 lies inside a /48, so a limit for the larger network holds for the smaller one.
 */
export function clientKey(ip: string, linkSecret: string): string {
  const key = createHmac('sha256', linkSecret).update('clients of open orders').digest()
  return createHmac('sha256', key).update(clientNetwork(ip, 48)).digest('base64url')
}
