import type Stripe from 'stripe'
import { nullIfMissing } from './errors.ts'
import type { Lookup } from './translate-event.ts'

/** Asks Stripe for what an event leaves out: the order of a payment, and the current state of all its refunds and disputes. */
export function stripeLookup(client: Stripe): Lookup {
  return {
    async payment(paymentId) {
      const [payment, refunds] = await Promise.all([
        client.paymentIntents.retrieve(paymentId).catch(nullIfMissing),
        client.refunds
          .list({ payment_intent: paymentId, limit: 100 })
          .autoPagingToArray({ limit: 1000 })
          .catch(nullIfMissing),
      ])
      if (!payment || !refunds) return null
      // A pending refund counts, because its money has left the account. A failure has its own event.
      const failed = refunds.filter(({ status }) => status === 'failed' || status === 'canceled')
      const sum = (list: Stripe.Refund[]) => list.reduce((total, { amount }) => total + amount, 0)
      return {
        orderId: payment.metadata.order_id ?? null,
        amountCents: payment.amount_received,
        refundedCents: sum(refunds) - sum(failed),
        refunds: refunds.length,
        failedRefunds: failed.length,
      }
    },

    async dispute(paymentId, disputeId) {
      const disputes = await client.disputes
        .list({ payment_intent: paymentId, limit: 100 })
        .catch(nullIfMissing)
      return disputes?.data.find(({ id }) => id === disputeId) ?? null
    },

    async paymentOfCharge(chargeId) {
      const charge = await client.charges.retrieve(chargeId).catch(nullIfMissing)
      const payment = charge?.payment_intent ?? null
      return typeof payment === 'string' ? payment : (payment?.id ?? null)
    },
  }
}
