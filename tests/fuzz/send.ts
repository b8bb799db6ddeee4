import { connect } from 'node:net'

/** What one connection sends, and how. */
export interface Exchange {
  /** Where it goes and what it is, for the report of a failure. */
  label: string
  server: 'stripe' | 'sandbox'
  bytes: Buffer
  /** How many requests are in `bytes`. */
  requests: number
  /** Whether they are whole and well formed, so that each must be answered. */
  answered: boolean
  /** Closes the connection this many ms after sending, as a client that has gone; undefined: waits for the answer. */
  hangUpAfter?: number
}

/** A server that says nothing for this long counts as one that does not answer, in ms. */
const longestWait = 60_000

/** Sends over a connection of its own. @returns the status of each answer; `late` when none came in time */
export function send(exchange: Exchange, port: number): Promise<{ statuses: number[]; late: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let late = false
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const timer = setTimeout(() => {
      late = true
      socket.destroy()
    }, longestWait)
    socket.on('connect', () => {
      // Left half open: the server takes the end of what a client sends for a client that has gone.
      socket.write(exchange.bytes)
      if (exchange.hangUpAfter !== undefined) setTimeout(() => socket.destroy(), exchange.hangUpAfter)
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => socket.end())
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      const text = Buffer.concat(chunks).toString('latin1')
      const lines = text.matchAll(/(?:^|[^ ])HTTP\/1\.1 (\d{3}) [A-Z]/g)
      resolve({ statuses: [...lines].map(([, status]) => Number(status)), late })
    })
  })
}
