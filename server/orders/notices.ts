import type { Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { type Notice, type QueuedMail, queueMail, queueNotice, type Sender } from '../outbox/queue.ts'
import { sendReceiptAgain } from '../outbox/send-again.ts'
import type { Effect } from '../payments/effect.ts'
import { disputeNotice, fraudNotice, refundFailedNotice } from './seller-notices.ts'
import { isEarned, mayDownload, shownStatus } from './state.ts'

/** The part of a mail that depends on its kind. */
type KindOfMail = QueuedMail extends infer Mail
  ? Mail extends QueuedMail
    ? Pick<Mail, 'kind' | 'details'>
    : never
  : never

const day = 24 * 3_600_000
/** The most mails about unpaid orders for one address in a day. Anybody can type any address, and each try is an order. */
const mostUnpaid = 3

async function mayWriteOfUnpaid(trx: Transaction<Schema>, order: Order, now: number): Promise<boolean> {
  const { count } = await trx
    .selectFrom('outbox')
    .innerJoin('orders', 'orders.id', 'outbox.order_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orders.email_key', '=', order.email_key)
    .where('outbox.kind', 'in', ['payment-pending', 'payment-refused'])
    .where('outbox.created_at', '>', now - day)
    .executeTakeFirstOrThrow()
  return count < mostUnpaid
}

/** What an event has changed in an order. */
export interface Change {
  before: Order
  after: Order
  effect: Effect
  /** Whether no earlier event has reported it. */
  isNew: boolean
  /** Identifies the change. A second dispute, or a second refund of the same amount, has another key. */
  key: string | null
  /** Whether the event is about a session of the provider. The shop's own events are not. */
  isAboutSession: boolean
  /** Whether another amount or currency than the price was charged. */
  isOddCharge: boolean
}

/** Without a session, the provider refused to open the checkout, and the buyer has already seen that error. */
const isRefused = ({ effect, isAboutSession, after }: Change) =>
  effect.kind === 'payment_failed' && isAboutSession && after.status === 'failed'

/**
 * Queues every mail that is due after a change, in the transaction that stores it. Each mail has a dedupe key, so calling this
 * again after every event is harmless. The receipt depends on the state of the order, the other mails on what changed.
 */
export async function queueNotices(trx: Transaction<Schema>, sender: Sender, change: Change): Promise<void> {
  const { before, after, effect, key } = change
  const buyer = after.erased_at === null ? after.email : null
  const queue = async (recipient: string | null, mail: KindOfMail, cause = '') => {
    if (recipient === null) return
    const dedupeKey = `${mail.kind}:${after.id}${cause}`
    await queueMail(trx, sender, { ...mail, orderId: after.id, recipient, dedupeKey } as QueuedMail)
  }
  const tell = (cause: string, notice: Notice) =>
    queueNotice(trx, sender, { orderId: after.id, cause: `${after.id}:${cause}` }, notice)

  // If the money went back before the payment was reported, there is no receipt. If that refund fails, the receipt is due.
  if (after.paid_at !== null && isEarned(after)) {
    await queue(buyer, { kind: 'receipt' })
    await queue(sender.config.sellerEmail, { kind: 'sale', details: { isOddCharge: change.isOddCharge } })
  }
  if (shownStatus(after) === 'waiting' || isRefused(change)) {
    const kind = isRefused(change) ? 'payment-refused' : 'payment-pending'
    if (await mayWriteOfUnpaid(trx, after, sender.now())) await queue(buyer, { kind })
  }
  const refunded = after.refunded_cents - before.refunded_cents
  if (effect.kind === 'refunded' && refunded !== 0) {
    const { refundedCents, amountCents } = effect
    const details = { refundedCents, refundedBeforeCents: before.refunded_cents, amountCents }
    if (refunded < 0) await tell(`${key}`, refundFailedNotice(after, -refunded))
    await queue(buyer, { kind: 'refund', details }, `:${key}`)
  }
  if (effect.kind === 'dispute' && change.isNew) {
    await tell(`${key}`, disputeNotice(after, effect))
    // The buyer hears of it only if it changes the download.
    const isClosed = mayDownload(before) && !mayDownload(after)
    const isOpenAgain = before.dispute === 'lost' && mayDownload(after)
    if (isClosed || isOpenAgain)
      await queue(buyer, { kind: 'dispute', details: { state: isClosed ? 'lost' : 'won' } }, `:${key}`)
  }
  if (effect.kind === 'fraud_warning') await tell('fraud', fraudNotice(after))

  if (!mayDownload(before) && mayDownload(after)) await sendReceiptAgain(trx, after, sender.now())
}
