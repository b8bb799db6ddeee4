import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { normalizeIp } from './client-ip.ts'
import { clientNetwork } from './client-network.ts'

/**
 * The most open connections of one network. A browser opens six, so 80 people behind one address can read at the same time. An
 * open connection takes about 10 KB: without a limit, one client fills the memory with 15,000.
 */
export const mostConnections = 500
/** The code of the error that closes a connection above the limit. */
export const tooManyConnections = 'TOO_MANY_CONNECTIONS'

/**
 * Closes the connections of a network above its limit.
 * @param server one that clients reach directly. Behind a proxy, every connection comes from the proxy, which limits its clients.
 */
export function limitConnections(server: Server): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = clientNetwork(normalizeIp(socket.remoteAddress ?? ''))
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    if (count > mostConnections)
      socket.destroy(Object.assign(new Error('Too many connections.'), { code: tooManyConnections }))
  })
}
