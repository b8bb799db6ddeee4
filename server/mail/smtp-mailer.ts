import { createTransport } from 'nodemailer'
import { isThisMachine } from '../config/env.ts'
import { compose } from './compose.ts'
import { MailError, type Mailer } from './mailer.ts'

/** The properties of a Nodemailer error; see its `NodemailerError`. */
interface SmtpFailure extends Error {
  command?: string
  /** The server's answer, such as "550 5.1.1 No such user". */
  response?: string
  responseCode?: number
  permanent?: boolean
}

/** Whether the server refused this recipient or this message, rather than the shop's account or the connection. */
const isAboutThisMail = ({ command }: SmtpFailure) => command === 'RCPT TO' || command === 'DATA'

/**
 * Whether a retry cannot help. A 5yz answer to RCPT TO or DATA is about this recipient or this message, and does not change
 * (RFC 5321 §4.2.1). A 5yz answer to an earlier command (greeting, AUTH, MAIL FROM) is about the shop's own account, which the
 * seller can correct. So is 530, "authentication required" (RFC 4954 §6), after any command.
 */
function isPermanent(failure: SmtpFailure): boolean {
  return isAboutThisMail(failure) && failure.permanent === true && failure.responseCode !== 530
}

/** Whether SMTP_URL turns TLS off with Nodemailer's `ignoreTLS=true`. With `smtps://`, that option has no effect. */
function isUnencrypted(smtpUrl: string): boolean {
  const url = new URL(smtpUrl)
  return url.protocol === 'smtp:' && url.searchParams.get('ignoreTLS') === 'true'
}

/**
 * Mail to another machine requires TLS, unless SMTP_URL turns it off. By default, Nodemailer sends without encryption if the
 * server, or an attacker in between, does not offer STARTTLS.
 */
const needsTls = (smtpUrl: string): boolean => !isThisMachine(smtpUrl) && !isUnencrypted(smtpUrl)

/** The URL without `requireTLS`, which would override ours. */
function withoutRequireTls(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  url.searchParams.delete('requireTLS')
  return url.href
}

/**
 * Sends mail over SMTP. It keeps a few connections open for a short time.
 * @param options.url `smtp://` or `smtps://`, with Nodemailer's options as its query
 * @param options.timeoutMs the time limit of each step, and half the limit of a whole message
 */
export function createSmtpMailer(options: { url: string; timeoutMs?: number }): Mailer & {
  /** For doctor: resolves if the server takes mail now. @throws MailError */
  check(): Promise<void>
} {
  const timeoutMs = options.timeoutMs ?? 20_000
  const transport = createTransport({
    pool: true,
    ...(needsTls(options.url)
      ? { url: withoutRequireTls(options.url), requireTLS: true }
      : { url: options.url }),
    maxConnections: 4,
    // The outbox repeats a mail after the pause that a busy server asks for. The pool must not repeat it too.
    maxRequeues: 0,
    idleTimeout: 15_000,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Each failure also rejects its own call. Without a listener, this event would end the process.
  transport.on('error', () => {})
  const asMailError = (failure: SmtpFailure) =>
    new MailError(failure.message, {
      permanent: isPermanent(failure),
      answer: isAboutThisMail(failure) ? failure.response : undefined,
      cause: failure,
    })
  return {
    async send(message, aborted) {
      const mail = compose(message)
      // A server that answers byte by byte is never idle, so the whole message has a time limit too.
      const timeout = AbortSignal.timeout(timeoutMs * 2)
      const signal = aborted ? AbortSignal.any([aborted, timeout]) : timeout
      await transport.sendMail({ ...mail, signal }).catch((failure: SmtpFailure) => {
        throw asMailError(failure)
      })
    },
    async check() {
      await transport.verify().catch((failure: SmtpFailure) => {
        throw asMailError(failure)
      })
    },
    async close() {
      transport.close()
    },
  }
}
