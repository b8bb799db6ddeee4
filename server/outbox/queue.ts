import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { MailKind, Schema } from '../database/schema.ts'
import type { MailDetails, PlainKind } from './mail-details.ts'

interface Envelope {
  /** Null for a mail that belongs to no order. */
  orderId: string | null
  /** One address that `checkBuyer` accepts. The mailer checks it again before it sends. */
  recipient: string
  /** Kind and cause of the mail. Only the first mail with a key is queued. */
  dedupeKey: string
  /** The mail does not leave before this time, in ms since 1970. By default and for a time in the past, it leaves at once. */
  notBefore?: number
}

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
  mail: QueuedMail,
  context: { now: number; mailFrom: string },
): Promise<void> {
  const notBefore = mail.notBefore !== undefined && mail.notBefore > context.now ? mail.notBefore : null
  await trx
    .insertInto('outbox')
    .values({
      id: crypto.randomUUID(),
      dedupe_key: mail.dedupeKey,
      kind: mail.kind,
      order_id: mail.orderId,
      details: JSON.stringify(mail.details ?? {}),
      recipient: mail.recipient,
      message_id: messageId(mail.dedupeKey, context.mailFrom),
      status: 'queued',
      attempts: 0,
      next_attempt_at: notBefore ?? context.now,
      not_before: notBefore,
      claimed_by: null,
      claimed_until: null,
      last_error: null,
      reported_at: null,
      created_at: context.now,
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
