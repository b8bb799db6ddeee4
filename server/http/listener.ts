import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { isComputed } from '../../contract/paths.ts'
import type { StaticFiles } from './static-files.ts'

/** Node keeps only the first Host header. A second one is a sign of request smuggling and is refused (RFC 9112 §3.2). */
function countHosts(rawHeaders: string[]): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/**
 * The most requests of one connection that may wait while an earlier one is being answered. Node passes on every request in the
 * bytes that it has read, about 2,000 at once. With a few thousand connections that send and never read, they would fill the
 * memory. Browsers and proxies do not send the next request before the answer. A client that does must send again what was not
 * answered (RFC 9112 §9.3.2).
 */
const mostWaiting = 10
/** The code of the error that closes such a connection. */
export const tooManyWaiting = 'TOO_MANY_WAITING'

/**
 * The server on node:http. It serves files from memory and passes all other requests to the app. Its limits close slow and
 * idle connections. A download may take any time, as long as bytes flow.
 * @param headers sent with every response that is not a file, including the listener's own errors
 */
export function createListener(app: Hono, files: StaticFiles, headers: Record<string, string>): Server {
  const always = new Map(Object.entries(headers))
  function refuse(response: ServerResponse, problem: string): void {
    response.writeHead(400, { ...headers, 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end(`${problem}\n`)
  }
  const computedListener = getRequestListener(app.fetch, {
    // By default the adapter replaces the global Request and Response, so libraries such as Stripe's SDK would get them, too.
    overrideGlobalObjects: false,
    // The name for requests without a Host header, which HTTP/1.0 allows (RFC 9112 §3.2). Nothing reads it.
    hostname: 'localhost',
  })
  function compute(request: IncomingMessage, response: ServerResponse): void {
    response.setHeaders(always)
    void computedListener(request, response)
  }
  /** The latest response of each connection. */
  const latest = new WeakMap<Socket, ServerResponse>()
  /** The number of requests that wait on a connection. A connection that never had one has no entry. */
  const waiting = new WeakMap<Socket, number>()
  /** Counts a request that waits. Closes its connection if there are too many. */
  function countWaiting(socket: Socket, response: ServerResponse): void {
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    if (count > mostWaiting)
      socket.destroy(Object.assign(new Error('Too many requests wait.'), { code: tooManyWaiting }))
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    // A response has no socket while the one before it is being sent.
    if (!response.socket) countWaiting(socket, response)
    if (socket.destroyed) return
    const before = latest.get(socket)
    latest.set(socket, response)
    const url = request.url ?? ''
    const queryAt = url.indexOf('?')
    // Only paths are accepted. The other request forms are for proxies (RFC 9112 §3.2).
    if (!url.startsWith('/')) refuse(response, 'The address must begin with a slash.')
    else if (countHosts(request.rawHeaders) > 1) refuse(response, 'Send only one Host header.')
    else if (!isComputed(queryAt < 0 ? url : url.slice(0, queryAt))) files.handle(request, response)
    // Compute pipelined requests one after another. Otherwise, a client that does not read could fill the memory with
    // responses.
    else if (!response.socket && before)
      before.once('close', () => {
        // The response before may have ended the connection. Then nobody waits for this one.
        if (socket.writable) compute(request, response)
      })
    else compute(request, response)
  }
  const server = createServer(
    {
      // A GET has no body to wait for. Without waiting, the server sends about 4 % more pages per second.
      optimizeEmptyRequests: true,
      // Whoever sends slowly holds memory for this long. Requests are small, such as an order form or an event. Responses have
      // only the limit for idle connections.
      requestTimeout: 10_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      // Longer than the 60 s of common load balancers, so that they close idle connections first.
      keepAliveTimeout: 65_000,
    },
    listener,
  )
  // Close a connection on which the client has neither read nor sent for two minutes.
  server.setTimeout(120_000)
  return server
}
