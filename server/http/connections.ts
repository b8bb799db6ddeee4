import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server. */
export interface Connections {
  /**
   * Ends every connection without a whole request that waits for its answer. `closeIdleConnections` leaves alone those
   * that have sent a part of a request, so twenty half-sent forms would hold up a stop until their time limit.
   */
  endUnfinished(): void
}

/** @param server before it listens */
export function followConnections(server: Server): Connections {
  const requests = new Map<Socket, Set<IncomingMessage>>()
  server.on('connection', (socket: Socket) => {
    requests.set(socket, new Set())
    socket.once('close', () => requests.delete(socket))
  })
  server.on('request', (request, response) => {
    const ofSocket = requests.get(request.socket)
    ofSocket?.add(request)
    response.once('close', () => ofSocket?.delete(request))
  })
  return {
    endUnfinished() {
      for (const [socket, ofSocket] of requests)
        if (![...ofSocket].some(({ complete }) => complete)) socket.destroy()
    },
  }
}
