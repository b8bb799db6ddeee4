import type { MailKind } from '../database/schema.ts'

export interface Message {
  messageId: string
  kind: MailKind
  /** When the mail was queued, ms since 1970: the same for every delivery of it. */
  queuedAt: number
  from: { name: string; address: string }
  /** One address; never a list. */
  to: string
  subject: string
  html: string
  text: string
  replyTo: string
}

/** The mail port: resolves when the message is accepted, so that whoever called may forget it. */
export interface Mailer {
  /** @param signal breaks it off, as far as that can be done @throws MailError */
  send(message: Message, signal?: AbortSignal): Promise<void>
  /** Resolves when mail could be sent now; for readyz and doctor. @throws MailError */
  check(): Promise<void>
  close(): Promise<void>
}

/** `permanent`: trying again cannot help (RFC 5321 §4.2.1, a 5yz answer about this recipient or message). */
export class MailError extends Error {
  override name = 'MailError'
  readonly permanent: boolean
  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.permanent = options.permanent
  }
}

/** A mail that must not be sent any more, because what it says was true only for a while. Nobody misses it. */
export class ObsoleteMail extends Error {
  override name = 'ObsoleteMail'
}
