import { formatMoment } from '../../contract/format.ts'
import { md } from '../../contract/markdown.ts'
import type { Order } from '../database/schema.ts'
import type { Notice } from '../outbox/queue.ts'
import type { Effect } from '../payments/effect.ts'
import { moneyOf } from './money.ts'
import { chargeOf } from './state.ts'

/** @param cents the part of the refunds that came back */
export const refundFailedNotice = (order: Order, cents: number): Notice => ({
  title: `Refund failed: ${moneyOf(order, cents)}`,
  text: md`The buyer's bank sent the money back to you: ${moneyOf(order, order.refunded_cents)} is refunded now. Agree on another way with the buyer, who got an email about it.`,
})

/** @param order after the change */
export function disputeNotice(
  order: Order,
  { state, isInquiry = false, dueAt = null }: Extract<Effect, { kind: 'dispute' }>,
): Notice {
  const amount = moneyOf(order, chargeOf(order))
  const what = isInquiry ? 'Inquiry' : 'Dispute'
  if (state === 'lost')
    return {
      title: `${what} lost: ${amount}`,
      text: md`The money has gone back to the buyer. There is nothing to do.`,
    }
  if (state === 'won') {
    // The provider also reports a dispute as won if a refund has settled it.
    const isRefunded = order.refunded_cents > 0
    const money = isRefunded
      ? `${moneyOf(order, order.refunded_cents)} was refunded`
      : 'The money stays with you'
    return {
      title: `${what} ${isInquiry || isRefunded ? 'closed' : 'won'}: ${amount}`,
      text: md`${money}. There is nothing to do.`,
    }
  }
  const until = dueAt === null ? 'before its deadline' : `by ${formatMoment(dueAt, 'en')}`
  return {
    title: `${what}: ${amount}`,
    text: md`
      ${isInquiry ? `The buyer's bank asks about the payment, and takes no money yet. Answer in your payment provider's dashboard ${until}. Without an answer, it may become a dispute.` : `Answer in your payment provider's dashboard ${until}, or the dispute is lost.`}

      The evidence is in the records of the order: the accepted terms, the emails that were sent and every download.`,
  }
}

/** An early fraud warning (https://docs.stripe.com/disputes/prevention/best-practices). */
export const fraudNotice = (order: Order): Notice => ({
  title: `Fraud warning: ${moneyOf(order, chargeOf(order))}`,
  text:
    order.refunded_at === null
      ? md`The card's bank suspects fraud. Such a payment often ends in a dispute, which costs a fee on top of the amount. Unless you know the buyer, give the money back now. To look into it first, open the order and close the download.`
      : md`The card's bank suspects fraud. The payment was already refunded, so there is nothing to do.`,
})
