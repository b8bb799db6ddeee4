import { createTransport } from 'nodemailer'
import { isThisMachine } from '../config/env.ts'
import { compose } from './compose.ts'
import { MailError, type Mailer } from './mailer.ts'

/** What Nodemailer knows of a failure; see its `NodemailerError`. */
interface SmtpFailure extends Error {
  command?: string
  responseCode?: number
  permanent?: boolean
}

/**
 * 5yz to RCPT TO or DATA is about this recipient or this message, and stays (RFC 5321 §4.2.1). The same class
 * to anything before (greeting, AUTH, MAIL FROM) is about the shop's own account, which the seller can mend;
 * so is 530, "authentication required" (RFC 4954 §6), wherever it comes.
 */
function isPermanent(failure: SmtpFailure): boolean {
  const aboutThisMail = failure.command === 'RCPT TO' || failure.command === 'DATA'
  return aboutThisMail && failure.permanent === true && failure.responseCode !== 530
}

/** Whether the address asks for mail without TLS, which Nodemailer's `ignoreTLS=true` does. With `smtps://` it has no effect. */
export function goesUnencrypted(address: string): boolean {
  const url = new URL(address)
  return url.protocol === 'smtp:' && url.searchParams.get('ignoreTLS') === 'true'
}

/**
 * Mail that leaves this machine goes over TLS, unless the address says otherwise. Left alone, Nodemailer sends in the open
 * when the server, or somebody in between, does not offer STARTTLS.
 */
const needsTls = (address: string): boolean => !isThisMachine(address) && !goesUnencrypted(address)

/** The address without `requireTLS`, which would go before our own. */
function withoutRequireTls(address: string): string {
  const url = new URL(address)
  url.searchParams.delete('requireTLS')
  return url.href
}

/**
 * Mail over SMTP, few connections kept open for a short while.
 * @param options.url `smtp://` or `smtps://`, with Nodemailer's options as its query
 * @param options.timeoutMs longest time for each step and, doubled, for a whole message
 */
export function createSmtpMailer(options: { url: string; timeoutMs?: number }): Mailer {
  const timeoutMs = options.timeoutMs ?? 20_000
  const transport = createTransport({
    pool: true,
    ...(needsTls(options.url)
      ? { url: withoutRequireTls(options.url), requireTLS: true }
      : { url: options.url }),
    maxConnections: 4,
    // The outbox repeats a mail, with the pause that a busy server asks for; the pool must not do it behind its back.
    maxRequeues: 0,
    idleTimeout: 15_000,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Each failure also comes back from its own call; without a listener the event would end the process.
  transport.on('error', () => {})
  const asMailError = (failure: SmtpFailure) =>
    new MailError(failure.message, { permanent: isPermanent(failure), cause: failure })
  return {
    async send(message, breakOff) {
      const mail = compose(message)
      // A server that trickles its answers never idles, so the message as a whole has a limit too.
      const late = AbortSignal.timeout(timeoutMs * 2)
      const signal = breakOff ? AbortSignal.any([breakOff, late]) : late
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
