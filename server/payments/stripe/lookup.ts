import type Stripe from 'stripe'
import { nullIfMissing } from './errors.ts'
import { idOf } from './translate-event.ts'

/** Reads from Stripe what an event leaves out. */
export type Lookup = ReturnType<typeof stripeLookup>

export function stripeLookup(client: Stripe) {
  return {
    /** The order of a payment, and its current refunds, which an earlier event may not show. Null: Stripe does not know it. */
    async payment(paymentId: string) {
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

    /** A dispute as it is now. Null: Stripe does not know it. */
    async dispute(paymentId: string, disputeId: string): Promise<Stripe.Dispute | null> {
      const disputes = await client.disputes
        .list({ payment_intent: paymentId, limit: 100 })
        .catch(nullIfMissing)
      return disputes?.data.find(({ id }) => id === disputeId) ?? null
    },

    /** The payment of a charge. Null for a charge without a payment, which this shop did not make. */
    async paymentOfCharge(chargeId: string): Promise<string | null> {
      const charge = await client.charges.retrieve(chargeId).catch(nullIfMissing)
      return idOf(charge?.payment_intent)
    },
  }
}
