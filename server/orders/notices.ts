import type { Transaction } from 'kysely'
import type { Config } from '../config/env.ts'
import type { Order, Schema } from '../database/schema.ts'
import { type QueuedMail, queueMail } from '../outbox/queue.ts'
import { sendReceiptAgain } from '../outbox/send-again.ts'
import type { Effect } from '../payments/effect.ts'
import { isEarned, mayDownload, shownStatus } from './state.ts'

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
  }
  if (shownStatus(after) === 'waiting') notifyBuyer('payment-pending', '')
  // Without a session, the provider refused to open the checkout, and the buyer has already seen that error.
  if (effect.kind === 'payment_failed' && isAboutSession && after.status === 'failed')
    notifyBuyer('payment-refused', '')
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
