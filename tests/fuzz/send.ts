import { connect } from 'node:net'

/** The bytes of one connection, and how they are sent. */
export interface Exchange {
  /** The address and the kind of request, for the report of a failure. */
  label: string
  server: 'stripe' | 'sandbox'
  bytes: Buffer
  /** How many requests are in `bytes`. */
  requests: number
  /** Whether they are whole and well formed, so that each must be answered. */
  answered: boolean
  /** Closes the connection this many ms after sending, like a client that is gone; undefined: waits for the answer. */
  hangUpAfter?: number
}

/** The longest silence of a server, in ms. After that it counts as not answering. */
const longestWait = 60_000

/** Sends over a connection of its own. @returns the status of each answer; `late` when no answer came in time */
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
      // Do not end the sending side: the server would take the client for gone.
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
