import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { limitLog } from '../log/limited-log.ts'
import type { Log } from '../log/log.ts'

/**
 * Logs the requests that are not complete in time. Node answers them with 408, and the app never sees them. Strangers can cause
 * these at will, so the log is limited.
 * @param server a server that does not listen yet
 */
export function logConnections(server: Server, log: Log, now: () => number): void {
  const limited = limitLog(log, now)
  server.on('connection', (socket: Socket) => {
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') limited.warn('request.refused', { code: 'too_slow' })
    })
  })
}
