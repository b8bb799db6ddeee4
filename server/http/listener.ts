import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { messages } from '#content/messages.ts'
import { isComputed } from '../../contract/paths.ts'
import type { Guard } from './limits.ts'
import type { SiteFiles } from './site-files.ts'

/** Retry-After in seconds for a client that the guard refuses. By then, it has paid off the debt of `limits.ts`. */
const retryAfter = 10

/**
 * The server on node:http: the guard, then the app for what is computed, and the files of the site for all other addresses. Its
 * limits close slow and idle connections. A download may take any time, as long as bytes flow.
 * @param headers sent with every response that is not a file, including the listener's own errors
 */
export function createListener(
  app: Hono,
  files: SiteFiles,
  headers: Record<string, string>,
  guard: Guard,
): Server {
  const always = new Map(Object.entries(headers))
  // The adapter replaces the global Request and Response by lighter ones. `hono/body-limit` needs them for a body in chunks. The
  // name is for requests without a Host header, which HTTP/1.0 allows (RFC 9112 §3.2). Nothing reads it.
  const compute = getRequestListener(app.fetch, { hostname: 'localhost' })

  function refuse(response: ServerResponse, status: number, problem: string, more: object): void {
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8', ...more })
    response.end(`${problem}\n`)
  }

  function listener(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? ''
    const queryAt = url.indexOf('?')
    const kind = isComputed(queryAt < 0 ? url : url.slice(0, queryAt)) ? 'computed' : 'file'
    const charge = guard.admit(request, response, kind)
    if (!charge) {
      // No `connection: close`: a proxy would open another connection for each refusal.
      const more = { 'cache-control': 'no-store', 'retry-after': String(retryAfter) }
      if (!request.socket.destroyed) refuse(response, 429, messages.tooOften(retryAfter), more)
    } else if (!url.startsWith('/'))
      // Only paths are accepted. The other request forms are for proxies (RFC 9112 §3.2).
      refuse(response, 400, 'The address must begin with a slash.', { connection: 'close' })
    else if (request.headers.host?.includes(','))
      // A second Host header is a sign of request smuggling (RFC 9112 §3.2). `joinDuplicateHeaders` joins both by a comma.
      refuse(response, 400, 'Send only one Host header.', { connection: 'close' })
    else if (kind === 'file') charge(files.handle(request, response))
    else {
      response.setHeaders(always)
      void compute(request, response)
    }
  }

  const server = createServer(
    {
      // A GET has no body to wait for. Without waiting, the server sends about 4 % more pages per second.
      optimizeEmptyRequests: true,
      joinDuplicateHeaders: true,
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
  guard.watch(server)
  // By default, Node answers an unknown Expect header by itself, and nothing would count the request (RFC 9110 §10.1.1).
  server.on('checkExpectation', listener)
  // Close a connection on which the client has neither read nor sent for two minutes.
  server.setTimeout(120_000)
  return server
}
