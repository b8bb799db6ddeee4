import type { Transaction } from 'kysely'
import type { Config } from '../config/env.ts'
import type { Order, Schema } from '../database/schema.ts'
import { type QueuedMail, queueMail } from '../outbox/queue.ts'
import { sendReceiptAgain } from '../outbox/send-again.ts'
import type { Effect } from '../payments/effect.ts'
import { otherPaidOrders } from './paid-twice.ts'
import { isEarned, mayDownload, shownStatus } from './state.ts'

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

/**
 * Queues every mail that is due after an effect, in the transaction that stores it. Each mail has a dedupe key, so calling this
 * again after every event is harmless. The receipt depends on the state of the order, the other mails on what changed.
 * @param isAboutSession whether the event is about a session of the provider. The shop's own events are not
 * @param key identifies the change. A second dispute, or a second refund of the same amount, has another key
 */
export async function queueNotices(
  trx: Transaction<Schema>,
  {
    before,
    after,
    effect,
    isNew,
    key,
    isAboutSession,
  }: {
    before: Order
    after: Order
    effect: Effect
    isNew: boolean
    key: string | null
    isAboutSession: boolean
  },
  context: { config: Pick<Config, 'mailFrom' | 'sellerEmail'>; now: number },
): Promise<void> {
  const { mailFrom, sellerEmail } = context.config
  const due: QueuedMail[] = []
  const notifySeller = (kind: QueuedMail['kind'], cause: string, details = {}) => {
    if (!sellerEmail) return
    const dedupeKey = `${kind}:${after.id}${cause}`
    due.push({ kind, orderId: after.id, recipient: sellerEmail, dedupeKey, details })
  }

  const notifyBuyer = (kind: QueuedMail['kind'], cause: string, details = {}) => {
    if (after.erased_at !== null) return
    const dedupeKey = `${kind}:${after.id}${cause}`
    due.push({ kind, orderId: after.id, recipient: after.email, dedupeKey, details })
  }

  // If the money went back before the payment was reported, there is no receipt. If that refund fails, the receipt is due.
  if (after.paid_at !== null && isEarned(after)) {
    notifyBuyer('receipt', '')
    notifySeller('sale', '')
    // Both payments may have been on their way before the sweep could end one of the checkouts.
    if (before.paid_at === null && (await otherPaidOrders(trx, after)).length > 0)
      notifySeller('paid-twice-notice', '')
  }
  // Without a session, the provider refused to open the checkout, and the buyer has already seen that error.
  const isRefused = effect.kind === 'payment_failed' && isAboutSession && after.status === 'failed'
  if (shownStatus(after) === 'waiting' || isRefused) {
    const kind = isRefused ? 'payment-refused' : 'payment-pending'
    if (await mayWriteOfUnpaid(trx, after, context.now)) notifyBuyer(kind, '')
  }
  if (effect.kind === 'refunded' && after.refunded_cents !== before.refunded_cents) {
    const { refundedCents, amountCents } = effect
    const failed = after.refunded_cents < before.refunded_cents
    notifySeller('refund-notice', `:${key}`, { refundedCents, amountCents, failed })
    const refundedBeforeCents = before.refunded_cents
    notifyBuyer('refund', `:${key}`, { refundedCents, amountCents, refundedBeforeCents })
  }
  if (effect.kind === 'dispute' && isNew) {
    const { state, dueAt = null } = effect
    notifySeller('dispute-notice', `:${key}`, { state, dueAt })
    notifyBuyer('dispute', `:${key}`, { state })
  }
  if (effect.kind === 'fraud_warning') notifySeller('fraud-notice', '')

  if (!mayDownload(before) && mayDownload(after)) await sendReceiptAgain(trx, after, context.now)
  for (const mail of due) await queueMail(trx, mail, { now: context.now, mailFrom })
}
