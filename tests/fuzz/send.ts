import { connect } from 'node:net'

/** The bytes of one connection, and how to send them. */
export interface Exchange {
  /** The address and the kind of request, for the report of a failure. */
  label: string
  server: 'stripe' | 'sandbox'
  bytes: Buffer
  /** The number of requests in `bytes`. */
  requests: number
  /** Whether the requests are complete and well formed. Then the server must answer each. */
  answered: boolean
  /** When to close the connection without an answer, in ms after sending. Undefined: wait for the answer. */
  hangUpAfter?: number
  /** Whether the last bytes of the body never come. The server answers when its time limit is over. */
  stalls?: true
}

/** After this time, a server counts as not answering. */
const maxWaitMs = 60_000

/**
 * Sends an exchange over a new connection.
 * @returns the status of each answer; the ms until the first byte, null without one; `late` if an answer was not in time
 */
export function send(
  exchange: Exchange,
  port: number,
): Promise<{ statuses: number[]; firstByteMs: number | null; late: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let late = false
    let firstByteMs: number | null = null
    const startedAt = performance.now()
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const timer = setTimeout(() => {
      late = true
      socket.destroy()
    }, maxWaitMs)
    socket.on('connect', () => {
      // Do not end the sending side. The server would assume that the client has closed the connection.
      socket.write(exchange.bytes)
      if (exchange.hangUpAfter !== undefined) setTimeout(() => socket.destroy(), exchange.hangUpAfter)
    })
    socket.on('data', (chunk) => {
      firstByteMs ??= performance.now() - startedAt
      chunks.push(chunk)
    })
    socket.on('end', () => socket.end())
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      const text = Buffer.concat(chunks).toString('latin1')
      const lines = text.matchAll(/(?:^|[^ ])HTTP\/1\.1 (\d{3}) [A-Z]/g)
      resolve({ statuses: [...lines].map(([, status]) => Number(status)), firstByteMs, late })
    })
  })
}
