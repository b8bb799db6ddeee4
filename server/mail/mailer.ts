import type { MailKind } from '../database/schema.ts'

export interface Message {
  messageId: string
  kind: MailKind
  /** When the mail was queued, in ms since 1970. It is the same for every delivery of the mail. */
  queuedAt: number
  from: { name: string; address: string }
  /** One address, never a list. */
  to: string
  subject: string
  html: string
  text: string
  replyTo: string
  /** Where the recipient's mailbox can unsubscribe with a POST (RFC 8058); only in announcements. */
  unsubscribeUrl?: string
}

/** The mail port. `send` resolves when the other side has accepted the message. */
export interface Mailer {
  /**
   * @param signal aborts the delivery, as far as possible
   * @throws MailError
   */
  send(message: Message, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** A mail was not sent. */
export class MailError extends Error {
  override name = 'MailError'
  /** A retry cannot help (RFC 5321 §4.2.1, a 5yz reply about this recipient or message). */
  readonly permanent: boolean
  /** What the mail server said about this recipient or message, for the seller. Do not log it: it may quote the mail. */
  readonly answer: string | undefined
  constructor(
    message: string,
    options: { permanent: boolean; answer?: string | undefined; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.permanent = options.permanent
    this.answer = options.answer
  }
}

/** A mail must not be sent, because what it says is no longer true. */
export class ObsoleteMail extends Error {
  override name = 'ObsoleteMail'
}
