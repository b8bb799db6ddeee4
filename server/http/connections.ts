import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks the open connections of a server that does not listen yet.
 * @returns a function that ends every connection that waits for its client: the request is not complete, or the response is being
 * sent. `closeIdleConnections` leaves these open, so a half-sent form, a slow download or a connection that a browser has opened
 * ahead of time would delay a stop until its time limit. Browsers resume a download where it stopped
 */
export function trackConnections(server: Server): () => void {
  const sockets = new Set<Socket>()
  const responses = new Set<ServerResponse>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (_, response) => {
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return () => {
    const computed = [...responses].filter(({ req, headersSent }) => req.complete && !headersSent)
    const busy = new Set(computed.map(({ req }) => req.socket))
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
  }
}
