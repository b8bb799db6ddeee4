import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { listen } from './server-process.ts'

/** Where in the SMTP dialogue the server fails, and how. `drop` closes the connection. `hang` never answers. */
export type SmtpFault =
  | {
      at: 'greeting' | 'auth' | 'mail' | 'rcpt' | 'data'
      answer: number | 'drop' | 'hang'
      /** The text after the status code. */
      text?: string
    }
  | { at: 'hello'; answer: 500 }

/**
 * Starts a real SMTP server on this machine. It keeps every message and fails at the step that `fault` names. It never
 * offers TLS.
 * @param options.fault called at each step, so a test can change the fault between steps
 * @param options.refuse the answer to a recipient; null: accepted
 */
export async function startSmtp(
  options: {
    fault?: () => SmtpFault | null
    refuse?: (recipient: string) => { code: number; text: string } | null
    user?: string
    onDelivery?: () => void
  } = {},
) {
  const fault = options.fault ?? (() => null)
  /** Every message that arrived completely, as the client sent it, whether or not the server answered. */
  const deliveries: { to: string[]; raw: string }[] = []
  /** The passwords that clients sent. */
  const passwords: string[] = []
  const sockets = new Set<Socket>()

  const drop = (remotePort: number) => {
    for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy()
  }
  const step = (
    at: SmtpFault['at'],
    session: { remotePort: number },
    go: (error?: Error & { responseCode?: number }) => void,
  ) => {
    const current = fault()
    if (current?.at !== at) go()
    else if (current.answer === 'drop') drop(session.remotePort)
    else if (current.answer !== 'hang') {
      const text = ('text' in current && current.text) || 'The test makes this step fail'
      go(Object.assign(new Error(text), { responseCode: current.answer }))
    }
  }

  const server = new SMTPServer({
    authOptional: !options.user,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS', ...(fault()?.at === 'hello' ? ['EHLO', 'HELO'] : [])],
    disableReverseLookup: true,
    logger: false,
    onConnect: (session, go) => step('greeting', session, go),
    onAuth: (auth, session, go) => {
      passwords.push(auth.password ?? '')
      step('auth', session, (error) => (error ? go(error) : go(null, { user: auth.username })))
    },
    onMailFrom: (_address, session, go) => step('mail', session, go),
    onRcptTo: ({ address }, session, go) => {
      const refusal = options.refuse?.(address)
      if (refusal) go(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
      else step('rcpt', session, go)
    },
    onData: async (stream, session, go) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk)
      } catch (error) {
        // The connection ended in the middle of the message.
        return go(error as Error)
      }
      deliveries.push({
        to: session.envelope.rcptTo.map((recipient) => recipient.address),
        raw: Buffer.concat(chunks).toString(),
      })
      options.onDelivery?.()
      step('data', session, go)
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listen(server.server)
  const login = options.user ? `${options.user}:password@` : ''
  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    deliveries,
    passwords,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type SmtpStandIn = Awaited<ReturnType<typeof startSmtp>>
