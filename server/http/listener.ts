import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { isComputed } from '../../contract/paths.ts'
import type { StaticFiles } from './static-files.ts'

/** Node keeps the first of several Host headers and drops the rest; whoever sends two wants to be misread. */
function countHosts(rawHeaders: string[]): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/**
 * Requests of one connection that may wait for those before them. Node reads on as long as answers have not filled the
 * connection, and these have none yet: without a limit they would fill the memory. Browsers send none ahead.
 */
const mostWaiting = 100

/**
 * The server on node:http: files straight from memory, the rest through the app. Its limits keep slow or idle
 * connections from piling up; a download may take as long as bytes flow.
 * @param headers sent with everything that is no file: the app's answers and what the listener or its adapter refuses
 */
export function createListener(app: Hono, files: StaticFiles, headers: Record<string, string>): Server {
  const always = new Map(Object.entries(headers))
  function refuse(response: ServerResponse, problem: string): void {
    response.writeHead(400, { ...headers, 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end(`${problem}\n`)
  }
  const computedListener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Where there is no Host, which HTTP/1.0 does not ask for (RFC 9112 §3.2); nothing reads it. Of 1.1 Node itself
    // refuses requests without one.
    hostname: 'localhost',
  })
  function compute(request: IncomingMessage, response: ServerResponse): void {
    response.setHeaders(always)
    void computedListener(request, response)
  }
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
      compute(request, response)
    })
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? ''
    const queryAt = url.indexOf('?')
    // An origin server is asked for paths; the other forms are for proxies (RFC 9112 §3.2).
    if (!url.startsWith('/')) refuse(response, 'Ask for a path.')
    else if (countHosts(request.rawHeaders) > 1) refuse(response, 'Send one Host header.')
    else if (!isComputed(queryAt < 0 ? url : url.slice(0, queryAt))) files.handle(request, response)
    // Of requests that come down one connection without waiting for answers, each is computed when its turn has come:
    // a thousand answers that wait in memory for a client that does not read would fill it.
    else if (!response.socket) computeInTurn(request, response)
    else compute(request, response)
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
