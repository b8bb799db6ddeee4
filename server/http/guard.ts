import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limitLog } from '../log/limited-log.ts'
import type { Log } from '../log/log.ts'
import { clientAddress } from './client-ip.ts'
import { clientNetwork } from './client-network.ts'
import { createBuckets, type Limit } from './rate-limit.ts'

/** What one network may use. */
export interface Allowance extends Limit {
  /** The most open connections. Each takes about 10 KB. */
  connections: number
  /** The most requests whose answers are not sent. A client that does not read leaves up to 70 KB for each in memory. */
  unanswered: number
}

/**
 * Enough for an office: 100 people behind one address open a page at the same time, on 600 connections, and a few seconds later
 * another one. A connection or a file costs 1, which is about 0.05 ms of the processor.
 */
const oneNetwork: Allowance = {
  burst: 4000,
  intervalMs: 3,
  debt: 2500,
  connections: 1000,
  unanswered: 1000,
}
/** What an answer costs that the app computes. */
const computedCost = 5
/** This many bytes of a file cost 1 more. */
const bytesFor1 = 64 * 1024

export interface Guard {
  /** Counts the connections of a server that does not listen yet. */
  watch(server: Server): void
  /**
   * Counts a request. Call it before anything else works for the request.
   * @returns null if the client is above its limit. Without a proxy, its connections are then closed. Behind a proxy, the caller
   * answers. Otherwise a function, which takes the bytes of a file before they are sent
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    kind: 'file' | 'computed',
  ): ((bytes: number) => void) | null
}

/**
 * Creates the guard in front of everything that answers, files and probes included. It counts for each network how many
 * connections and requests are in progress and how fast they come. Above a limit:
 *
 * - Without a proxy, all connections of the network are closed, and a new one is closed before its bytes are read. A connection
 *   that stays open would cost more: Node parses everything that it has read, about 1,900 requests at once.
 * - Behind a proxy, the answer is 429 and the connection stays open, because it carries the requests of other clients, too.
 *
 * Refused work counts as well, so a client that does not pause stays refused. After `debt` × `intervalMs` it is back.
 * @param options `now`: ms since 1970
 */
export function createGuard(options: {
  trustProxy: number
  now: () => number
  log: Log
  allowance?: Allowance
}): Guard {
  const { trustProxy, now, allowance = oneNetwork } = options
  const log = limitLog(options.log, now)
  const take = createBuckets(allowance)
  const connections = new Map<string, Set<Socket>>()
  const unanswered = new Map<string, number>()

  const networkOf = (socket: Socket, forwarded?: string): string =>
    clientNetwork(clientAddress(socket.remoteAddress, forwarded, trustProxy))

  /** @returns the count after the change */
  function countUnanswered(network: string, change: 1 | -1): number {
    const count = (unanswered.get(network) ?? 0) + change
    if (count > 0) unanswered.set(network, count)
    else unanswered.delete(network)
    return count
  }

  return {
    watch(server) {
      // Behind a proxy, every connection is the proxy's.
      if (trustProxy > 0) return
      server.prependListener('connection', (socket: Socket) => {
        const network = networkOf(socket)
        const open = connections.get(network) ?? new Set()
        if (take(network, now()) > 0 || open.size >= allowance.connections) {
          log.warn('request.refused', { code: 'too_many_connections' })
          socket.destroy()
          return
        }
        connections.set(network, open.add(socket))
        socket.once('close', () => {
          open.delete(socket)
          if (open.size === 0) connections.delete(network)
        })
      })
    },

    admit(request, response, kind) {
      const { socket, headers } = request
      // Node goes on with the requests that it has read from a closed connection.
      if (socket.destroyed) return null
      const network = networkOf(socket, headers['x-forwarded-for'] as string | undefined)
      const count = countUnanswered(network, 1)
      response.once('close', () => countUnanswered(network, -1))
      const wait = take(network, now(), kind === 'file' ? 1 : computedCost)
      if (wait === 0 && count <= allowance.unanswered)
        return (bytes) => void take(network, now(), Math.floor(bytes / bytesFor1))
      log.warn('request.refused', { code: 'too_many_requests' })
      for (const open of connections.get(network) ?? []) open.destroy()
      return null
    },
  }
}
