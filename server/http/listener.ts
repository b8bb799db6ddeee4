import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { messages } from '#content/messages.ts'
import { isComputed } from '../../contract/paths.ts'
import type { Guard } from './guard.ts'
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

/** Retry-After in seconds for a client that the guard refuses. By then, it has paid off the debt of `guard.ts`. */
const retryAfterSeconds = 10

/**
 * The server on node:http. It serves files from memory and passes all other requests to the app. Its limits close slow and
 * idle connections. A download may take any time, as long as bytes flow.
 * @param headers sent with every response that is not a file, including the listener's own errors
 */
export function createListener(
  app: Hono,
  files: StaticFiles,
  headers: Record<string, string>,
  guard: Guard,
): Server {
  const always = new Map(Object.entries(headers))
  function refuse(
    response: ServerResponse,
    status: number,
    problem: string,
    more: Record<string, string> = {},
  ): void {
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8', ...more })
    response.end(`${problem}\n`)
  }
  const refuseForm = (response: ServerResponse, problem: string) =>
    refuse(response, 400, problem, { connection: 'close' })
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
  /** Asks the guard. @returns its answer; if it is null, the client has one, too */
  function admit(request: IncomingMessage, response: ServerResponse, kind: 'file' | 'computed') {
    const charge = guard.admit(request, response, kind)
    // No `connection: close`: a proxy would open another connection for each refusal.
    if (!charge && !request.socket.destroyed)
      refuse(response, 429, messages.tooOften(retryAfterSeconds), {
        'cache-control': 'no-store',
        'retry-after': String(retryAfterSeconds),
      })
    return charge
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? ''
    const queryAt = url.indexOf('?')
    const kind = isComputed(queryAt < 0 ? url : url.slice(0, queryAt)) ? 'computed' : 'file'
    const charge = admit(request, response, kind)
    if (!charge) return
    // Only paths are accepted. The other request forms are for proxies (RFC 9112 §3.2).
    if (!url.startsWith('/')) refuseForm(response, 'The address must begin with a slash.')
    else if (countHosts(request.rawHeaders) > 1) refuseForm(response, 'Send only one Host header.')
    else if (kind === 'file') charge(files.handle(request, response))
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
  guard.watch(server)
  // By default, Node answers an unknown Expect header by itself, and nothing would count the request (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => {
    if (admit(request, response, 'file')) refuse(response, 417, 'Send no Expect header.')
  })
  // Close a connection on which the client has neither read nor sent for two minutes.
  server.setTimeout(120_000)
  return server
}
