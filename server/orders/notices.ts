import type { Transaction } from 'kysely'
import type { Config } from '../config/env.ts'
import type { Order, Schema } from '../database/schema.ts'
import { type QueuedMail, queueMail } from '../outbox/queue.ts'
import { sendReceiptAgain } from '../outbox/send-again.ts'
import type { Effect } from '../payments/effect.ts'
import { isEarned, mayDownload, shownStatus } from './state.ts'

/**
 * Queues every mail that is due after an effect, in the transaction that stores it. Each mail has a dedupe key, so calling this
 * again after every event is harmless.
 * @param effect the new effect. Notices depend on what changed, the receipt on the order's state
 * @param ofSession whether the event is about a session of the provider, not from the shop itself
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
    ofSession,
  }: {
    before: Order
    after: Order
    effect: Effect
    isNew: boolean
    key: string | null
    ofSession: boolean
  },
  context: { config: Pick<Config, 'mailFrom' | 'sellerEmail'>; now: number },
): Promise<void> {
  const { mailFrom, sellerEmail } = context.config
  const due: QueuedMail[] = []
  const tellSeller = (kind: QueuedMail['kind'], cause: string, details = {}) => {
    if (!sellerEmail) return
    const dedupeKey = `${kind}:${after.id}${cause}`
    due.push({ kind, orderId: after.id, recipient: sellerEmail, dedupeKey, details })
  }

  const tellBuyer = (kind: QueuedMail['kind'], cause: string, details = {}) => {
    if (after.erased_at !== null) return
    const dedupeKey = `${kind}:${after.id}${cause}`
    due.push({ kind, orderId: after.id, recipient: after.email, dedupeKey, details })
  }

  // No receipt if the money went back before the payment was reported. If that refund fails, the receipt is due.
  if (after.paid_at !== null && isEarned(after)) {
    tellBuyer('receipt', '')
    tellSeller('sale', '')
  }
  if (shownStatus(after) === 'waiting') tellBuyer('payment-pending', '')
  // Without a session, the provider refused the checkout itself, and the page has told the buyer.
  if (effect.kind === 'payment_failed' && ofSession && after.status === 'failed')
    tellBuyer('payment-refused', '')
  if (effect.kind === 'refunded' && after.refunded_cents !== before.refunded_cents) {
    const { refundedCents, amountCents } = effect
    const failed = after.refunded_cents < before.refunded_cents
    tellSeller('refund-notice', `:${key}`, { refundedCents, amountCents, failed })
    const refundedBeforeCents = before.refunded_cents
    tellBuyer('refund', `:${key}`, { refundedCents, amountCents, refundedBeforeCents })
  }
  if (effect.kind === 'dispute' && isNew) {
    const { state, dueAt = null } = effect
    tellSeller('dispute-notice', `:${key}`, { state, dueAt })
    tellBuyer('dispute', `:${key}`, { state })
  }
  if (effect.kind === 'fraud_warning') tellSeller('fraud-notice', '')

  if (!mayDownload(before) && mayDownload(after)) await sendReceiptAgain(trx, after, context.now)
  for (const mail of due) await queueMail(trx, mail, { now: context.now, mailFrom })
}
