import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { messages } from '#content/messages.ts'
import { ShopError } from '../errors.ts'
import { limitLog } from '../log/limited-log.ts'
import type { Log } from '../log/log.ts'
import { clientAddress, clientIp, clientNetwork } from './client.ts'

export interface Limit {
  /** Requests that may come in one burst. */
  burst: number
  /** After that, one request per this many ms: a whole number, because fractions are lost in a time. */
  intervalMs: number
  /**
   * How many refused requests count, too. Without it none does, so a client that goes on gets its next request as soon as one
   * that waits.
   */
  debt?: number
}

/** The most clients that are remembered, about 1 MB. For another one, the client that was silent longest is forgotten. */
const rememberedClients = 10_000

/**
 * Creates a token bucket for each key. It is stored as the time at which it is full again (the generic cell rate algorithm).
 * @returns a function that takes `cost` tokens, and returns 0; or the ms until there are as many
 */
export function createBuckets({ burst, intervalMs, debt = 0 }: Limit) {
  const fullAt = new Map<string, number>()
  /** No bucket takes longer to fill. */
  const longest = (burst + debt) * intervalMs
  return (key: string, now: number, cost = 1): number => {
    const full = Math.max(fullAt.get(key) ?? 0, now)
    const after = full + cost * intervalMs
    const wait = Math.max(0, after - now - burst * intervalMs)
    // A Map keeps the order of insertion. Delete the key, so that the first one is the client that was silent longest.
    fullAt.delete(key)
    if (fullAt.size >= rememberedClients) fullAt.delete(fullAt.keys().next().value ?? '')
    if (wait === 0) fullAt.set(key, after)
    else fullAt.set(key, debt > 0 ? Math.min(after, now + longest) : full)
    return wait
  }
}

/**
 * Creates a middleware that throws ShopError `too_many_requests` for a client that sends too many requests (RFC 6585 §4). It must
 * come before anything that costs time or memory.
 */
export function rateLimit(limit: Limit, trustProxy: number, now: () => number): MiddlewareHandler {
  const take = createBuckets(limit)
  return (c, next) => {
    const seconds = Math.ceil(take(clientNetwork(clientIp(c, trustProxy)), now()) / 1000)
    if (seconds === 0) return next()
    throw new ShopError('too_many_requests', messages.tooOften(seconds), {
      remedy: messages.reload,
      retryAfter: seconds,
    })
  }
}

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
const oneNetwork: Allowance = { burst: 4000, intervalMs: 3, debt: 2500, connections: 1000, unanswered: 1000 }
/** What an answer costs that the app computes. */
const computedCost = 5
/** This many bytes of a file cost 1 more. */
const bytesFor1 = 64 * 1024

/** What is open of one network. */
interface Client {
  connections: Set<Socket>
  unanswered: number
}

export type Guard = ReturnType<typeof createGuard>

/**
 * Creates the guard in front of everything that answers, files and probes included. It counts for each network how many
 * connections and requests are in progress and how fast they come. Above a limit:
 *
 * - Without a proxy, all connections of the network are closed, and a new one is closed before its bytes are read. A connection
 *   that stays open would cost more: Node parses everything that it has read, about 1,900 requests at once.
 * - Behind a proxy, the answer is 429 and the connection stays open, because it carries the requests of other clients, too.
 *
 * Refused work counts as well, so a client that does not pause stays refused. After `debt` × `intervalMs` it is back.
 * @param now ms since 1970
 */
export function createGuard(trustProxy: number, now: () => number, log: Log, allowance = oneNetwork) {
  const limited = limitLog(log, now)
  const take = createBuckets(allowance)
  const clients = new Map<string, Client>()

  const networkOf = (socket: Socket, forwarded?: string): string =>
    clientNetwork(clientAddress(socket.remoteAddress, forwarded, trustProxy))
  const clientOf = (network: string): Client =>
    clients.get(network) ?? { connections: new Set(), unanswered: 0 }

  /** Remembers a client until its last connection and request are closed. */
  function remember(
    network: string,
    client: Client,
    part: Socket | ServerResponse,
    forget: () => void,
  ): void {
    clients.set(network, client)
    part.once('close', () => {
      forget()
      if (client.connections.size === 0 && client.unanswered === 0) clients.delete(network)
    })
  }

  return {
    /** Counts the connections of a server that does not listen yet, and logs the requests that are not complete in time. */
    watch(server: Server): void {
      server.prependListener('connection', (socket: Socket) => {
        // Node answers these with 408, and the app never sees them.
        socket.on('error', ({ code }: NodeJS.ErrnoException) => {
          if (code === 'ERR_HTTP_REQUEST_TIMEOUT') limited.warn('request.refused', { code: 'too_slow' })
        })
        // Behind a proxy, every connection is the proxy's.
        if (trustProxy > 0) return
        const network = networkOf(socket)
        const client = clientOf(network)
        if (take(network, now()) > 0 || client.connections.size >= allowance.connections) {
          limited.warn('request.refused', { code: 'too_many_connections' })
          socket.destroy()
          return
        }
        client.connections.add(socket)
        remember(network, client, socket, () => client.connections.delete(socket))
      })
    },

    /**
     * Counts a request. Call it before anything else works for the request.
     * @returns null if the client is above its limit. Without a proxy, its connections are then closed. Behind a proxy, the caller
     * answers. Otherwise a function, which takes the bytes of a file before they are sent
     */
    admit(
      { socket, headers }: IncomingMessage,
      response: ServerResponse,
      kind: 'file' | 'computed',
    ): ((bytes: number) => void) | null {
      // Node goes on with the requests that it has read from a closed connection.
      if (socket.destroyed) return null
      const network = networkOf(socket, headers['x-forwarded-for'] as string | undefined)
      const client = clientOf(network)
      client.unanswered++
      remember(network, client, response, () => client.unanswered--)
      const wait = take(network, now(), kind === 'file' ? 1 : computedCost)
      if (wait === 0 && client.unanswered <= allowance.unanswered)
        return (bytes) => void take(network, now(), Math.floor(bytes / bytesFor1))
      limited.warn('request.refused', { code: 'too_many_requests' })
      for (const open of client.connections) open.destroy()
      return null
    },
  }
}
