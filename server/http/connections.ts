import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server. */
export interface Connections {
  /**
   * Ends every connection that waits for its client: the request is not complete, or the response is being sent.
   * `closeIdleConnections` leaves these open, so a half-sent form or a slow download would delay a stop until its time limit.
   * Browsers resume a download where it stopped.
   */
  endSlow(): void
}

/** @param server a server that does not listen yet */
export function trackConnections(server: Server): Connections {
  const requests = new Map<Socket, Map<IncomingMessage, ServerResponse>>()
  server.on('connection', (socket: Socket) => {
    requests.set(socket, new Map())
    socket.once('close', () => requests.delete(socket))
  })
  server.on('request', (request, response) => {
    const onSocket = requests.get(request.socket)
    onSocket?.set(request, response)
    response.once('close', () => onSocket?.delete(request))
  })
  return {
    endSlow() {
      for (const [socket, onSocket] of requests) {
        const isServerBusy = [...onSocket].some(
          ([request, response]) => request.complete && !response.headersSent,
        )
        if (!isServerBusy) socket.destroy()
      }
    },
  }
}
