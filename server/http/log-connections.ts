import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { limitLog } from '../log/limited-log.ts'
import type { Log } from '../log/log.ts'
import { tooManyConnections } from './limit-connections.ts'
import { tooManyWaiting } from './listener.ts'

/** What is logged for the code of a connection's error. */
const codes: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
  [tooManyWaiting]: 'too_many_on_one_connection',
  [tooManyConnections]: 'too_many_connections',
}

/**
 * Logs the requests that the app never sees: one that is not complete in time, which Node answers with 408, too many that wait
 * on one connection, and too many connections. Strangers can cause these at will, so the log is limited.
 * @param server a server that does not listen yet, and that gets its limit of connections after this call
 */
export function logConnections(server: Server, log: Log, now: () => number): void {
  const limited = limitLog(log, now)
  server.on('connection', (socket: Socket) => {
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const code = codes[error.code ?? '']
      if (code) limited.warn('request.refused', { code })
    })
  })
}
