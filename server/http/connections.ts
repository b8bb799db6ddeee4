import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server. */
export interface Connections {
  /**
   * Ends every connection on which the client is slow: its request is not complete, or its response is being sent. The
   * server is not working on either. `closeIdleConnections` leaves both alone, so a half-sent form or a slow download would
   * delay a stop until its time limit. Browsers resume a download where it stopped.
   */
  endSlow(): void
}

/** @param server a server that does not listen yet */
export function followConnections(server: Server): Connections {
  const requests = new Map<Socket, Map<IncomingMessage, ServerResponse>>()
  server.on('connection', (socket: Socket) => {
    requests.set(socket, new Map())
    socket.once('close', () => requests.delete(socket))
  })
  server.on('request', (request, response) => {
    const ofSocket = requests.get(request.socket)
    ofSocket?.set(request, response)
    response.once('close', () => ofSocket?.delete(request))
  })
  return {
    endSlow() {
      for (const [socket, ofSocket] of requests) {
        const isWorkedOn = [...ofSocket].some(
          ([request, response]) => request.complete && !response.headersSent,
        )
        if (!isWorkedOn) socket.destroy()
      }
    },
  }
}
