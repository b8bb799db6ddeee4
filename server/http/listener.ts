import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { StaticFiles } from './static-files.ts'

/** Everything that is computed; all other addresses are files. */
const computed = /^\/(functions\/|sandbox\/|(healthz|readyz|\.well-known\/security\.txt)(\?|$))/

/** Node keeps the first of several Host headers and drops the rest; whoever sends two wants to be misread. */
function countHosts(rawHeaders: string[]): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

function refuse(response: ServerResponse, problem: string): void {
  response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end(`${problem}\n`)
}

/**
 * Requests of one connection that may wait for those before them. Node reads on as long as answers have not filled the
 * connection, and these have none yet: without a limit they would fill the memory. Browsers send none ahead.
 */
const mostWaiting = 100

/**
 * The server on node:http: files straight from memory, the rest through the app. Its limits keep slow or idle
 * connections from piling up; a download may take as long as bytes flow.
 */
export function createListener(app: Hono, files: StaticFiles): Server {
  const computedListener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Where there is no Host, which HTTP/1.0 does not ask for (RFC 9112 §3.2); nothing reads it. Of 1.1 Node itself
    // refuses requests without one.
    hostname: 'localhost',
  })
  const waiting = new WeakMap<Socket, number>()
  function computeInTurn(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const before = waiting.get(socket) ?? 0
    if (before === mostWaiting) {
      socket.destroy()
      return
    }
    waiting.set(socket, before + 1)
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      void computedListener(request, response)
    })
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? ''
    // An origin server is asked for paths; the other forms are for proxies (RFC 9112 §3.2).
    if (!url.startsWith('/')) refuse(response, 'Ask for a path.')
    else if (countHosts(request.rawHeaders) > 1) refuse(response, 'Send one Host header.')
    // Of requests that come down one connection without waiting for answers, each is computed when its turn has come:
    // a thousand answers that wait in memory for a client that does not read would fill it.
    else if (computed.test(url) && !response.socket) computeInTurn(request, response)
    else if (computed.test(url)) void computedListener(request, response)
    else files.handle(request, response)
  }
  const server = createServer(
    {
      // A GET brings no body, so none is waited for: some 4 % more pages a second.
      optimizeEmptyRequests: true,
      headersTimeout: 10_000,
      // Requests are small: an order form, an event. Answers have no limit but the idle one.
      requestTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      // Longer than the 60 s after which common load balancers drop an idle connection, so that they do it first.
      keepAliveTimeout: 65_000,
    },
    listener,
  )
  // A client that neither reads nor sends for two minutes is gone.
  server.setTimeout(120_000)
  return server
}
