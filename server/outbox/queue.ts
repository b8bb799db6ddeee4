import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Markdown } from '../../contract/markdown.ts'
import type { MailKind, Schema } from '../database/schema.ts'
import type { Shop } from '../dependencies.ts'
import type { MailDetails, PlainKind } from './kinds.ts'

interface Envelope {
  orderId: string
  /** One address that `checkBuyer` accepts. The mailer checks it again before it sends. */
  recipient: string
  /** Kind and cause of the mail. Only the first mail with a key is queued. */
  dedupeKey: string
  /** The mail leaves this much later, in ms, so that others can pass. By default, it is due at once. */
  delayMs?: number
}

/** The part of the shop that mails depend on. */
export type Sender = Pick<Shop, 'config' | 'now'>

/** A mail with what its kind stores in addition to the order. */
export type QueuedMail =
  | (Envelope & { kind: PlainKind; details?: undefined })
  | {
      [Kind in Exclude<MailKind, PlainKind>]: Envelope & { kind: Kind; details: MailDetails[Kind] }
    }[Exclude<MailKind, PlainKind>]

/**
 * Queues a mail inside the transaction that makes it due, so that both happen or neither does. If the key is already queued,
 * nothing changes.
 */
export async function queueMail(
  trx: Transaction<Schema>,
  { config, now }: Sender,
  mail: QueuedMail,
): Promise<void> {
  const at = now()
  await trx
    .insertInto('outbox')
    .values({
      id: crypto.randomUUID(),
      dedupe_key: mail.dedupeKey,
      kind: mail.kind,
      order_id: mail.orderId,
      details: JSON.stringify(mail.details ?? {}),
      recipient: mail.recipient,
      message_id: messageId(mail.dedupeKey, config.mailFrom),
      status: 'queued',
      attempts: 0,
      next_attempt_at: at + (mail.delayMs ?? 0),
      claimed_by: null,
      claimed_until: null,
      last_error: null,
      created_at: at,
      sent_at: null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/**
 * The Message-ID of a mail, the same for every delivery. A mail is sent at least once, and the buyer's mail system may drop a
 * repeat with the same id (RFC 5322 §3.6.4). It is a hash, because a key may contain an order id.
 */
function messageId(dedupeKey: string, mailFrom: string): string {
  const domain = /@([A-Za-z0-9.-]+)/.exec(mailFrom)?.[1] ?? 'localhost'
  return `<${createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32)}@${domain}>`
}

/**
 * What the seller has to know, in English. The mail adds the order and its buyer when it is sent, so leave both out: nobody
 * searches the text of a notice for the person who is erased.
 */
export interface Notice {
  /** Also the subject, to which the mail adds the buyer. */
  title: string
  text: Markdown
  /** The id of the failed mail that the notice is about. If that mail is sent meanwhile, the notice is obsolete. */
  mail?: string
}

/**
 * Queues a notice to the seller, once for each cause. Without SELLER_EMAIL, nothing happens.
 * @param about `cause` is unique among all notices
 */
export async function queueNotice(
  trx: Transaction<Schema>,
  sender: Sender,
  about: { orderId: string; cause: string },
  { text, ...notice }: Notice,
): Promise<void> {
  const recipient = sender.config.sellerEmail
  if (recipient === null) return
  const details = { ...notice, text: text.source }
  const dedupeKey = `notice:${about.cause}`
  await queueMail(trx, sender, { kind: 'notice', orderId: about.orderId, recipient, dedupeKey, details })
}

/** Removes personal data from the mails of an order. Mail that is still queued is not sent. */
export async function redactMails(trx: Transaction<Schema>, orderId: string): Promise<void> {
  // A mail server's refusal may repeat the address.
  await trx
    .updateTable('outbox')
    .set({ recipient: '', details: '{}', last_error: null })
    .where('order_id', '=', orderId)
    .execute()
  await trx
    .updateTable('outbox')
    .set({ status: 'failed', last_error: 'erased before it was sent' })
    .where('order_id', '=', orderId)
    .where('status', '=', 'queued')
    .execute()
}
