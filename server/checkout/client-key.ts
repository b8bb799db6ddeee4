import { createHmac } from 'node:crypto'
import { clientNetwork } from '../http/client.ts'

/**
 * Identifies a client in its open orders, so that the shop can count them. It does not contain the address. Somebody could hash
 * all IPv4 addresses and compare, so the hash has a key, which is used only here.
 */
export function clientKey(ip: string, linkSecret: string): string {
  const key = createHmac('sha256', linkSecret).update('clients of open orders').digest()
  return createHmac('sha256', key).update(clientNetwork(ip)).digest('base64url')
}
