import type { DisputeState, Order, OrderStatus } from '../database/schema.ts'
import type { Effect } from '../payments/effect.ts'

/** What events have reported about the payment of an order. The order's status is computed from this alone. */
export type PaymentState = Pick<
  Order,
  | 'completed_at'
  | 'charged_cents'
  | 'charged_currency'
  | 'tax_cents'
  | 'paid_at'
  | 'failed_at'
  | 'expired_at'
  | 'refunded_at'
  | 'refunded_cents'
  | 'dispute'
  | 'disputes'
  | 'disputed_at'
  | 'restored_at'
>

/**
 * The sequence of a dispute's states. A decided dispute never opens again, but a bank may decide it again, for example if the buyer
 * withdraws a dispute that was lost.
 */
const disputeRank: Record<DisputeState, number> = { open: 1, won: 2, lost: 2 }

/** The state of each dispute of an order, by the provider's id. */
const disputesOf = ({ disputes }: Pick<PaymentState, 'disputes'>) =>
  new Map<string, DisputeState>(Object.entries(JSON.parse(disputes)))

/** The dispute state that counts for an order: a lost dispute took money, an open one may take it. */
function worst(states: DisputeState[]): DisputeState | null {
  return (['lost', 'open', 'won'] as const).find((state) => states.includes(state)) ?? null
}

/** Whether a dispute is already in a later state than the effect reports. */
export function isStaleDispute(
  payment: Pick<PaymentState, 'disputes'>,
  id: string,
  state: DisputeState,
): boolean {
  const known = disputesOf(payment).get(id)
  return known !== undefined && disputeRank[known] > disputeRank[state]
}

/**
 * The status of an order. An order that was paid is paid, even if its session expired or an attempt failed. A refund or a
 * dispute proves a payment, even if the payment's own event is still missing. A completed session cannot expire.
 */
export function statusOf(payment: PaymentState): OrderStatus {
  if (payment.refunded_at !== null) return 'refunded'
  if (payment.dispute === 'open' || payment.dispute === 'lost') return 'disputed'
  if (payment.paid_at !== null || payment.refunded_cents > 0 || payment.dispute === 'won') return 'paid'
  if (payment.failed_at !== null) return 'failed'
  if (payment.expired_at !== null && payment.completed_at === null) return 'expired'
  return 'open'
}

/** What was charged, as far as the effect says it. */
const chargeAfter = (
  payment: PaymentState,
  { totalCents, taxCents, currency }: Extract<Effect, { kind: 'completed' | 'payment_succeeded' }>,
) => ({
  charged_cents: totalCents ?? payment.charged_cents,
  charged_currency: currency ?? payment.charged_currency,
  tax_cents: taxCents ?? payment.tax_cents,
})

/**
 * What an effect changes in a payment. An effect reports a state, not a difference, so the result is the same if events come
 * twice, late or in another order. A new total of refunds replaces the old one, because a failed refund lowers the total. The
 * caller leaves out a stale total (event-history.ts).
 * @param at when the change happened, as the provider says, in ms since 1970. The time of the first report stays
 */
export function changesBy(effect: Effect, payment: PaymentState, at: number): Partial<PaymentState> {
  switch (effect.kind) {
    case 'completed':
      return {
        ...chargeAfter(payment, effect),
        completed_at: payment.completed_at ?? at,
        paid_at: effect.paid ? (payment.paid_at ?? at) : payment.paid_at,
      }
    case 'payment_succeeded':
      return { ...chargeAfter(payment, effect), paid_at: payment.paid_at ?? at }
    case 'payment_failed':
      return { failed_at: payment.failed_at ?? at }
    case 'expired':
      return { expired_at: payment.expired_at ?? at }
    case 'refunded': {
      const isFull = effect.refundedCents > 0 && effect.refundedCents >= effect.amountCents
      return {
        refunded_cents: effect.refundedCents,
        refunded_at: isFull ? (payment.refunded_at ?? at) : null,
      }
    }
    case 'dispute': {
      const { disputeId, state } = effect
      const disputes = disputesOf(payment)
      const known = disputes.get(disputeId)
      if (known === state || isStaleDispute(payment, disputeId, state)) return {}
      disputes.set(disputeId, state)
      return {
        disputes: JSON.stringify(Object.fromEntries([...disputes].sort())),
        dispute: worst([...disputes.values()]),
        disputed_at: payment.disputed_at ?? at,
        // The seller reopened the download before this dispute was lost, so it closes again.
        restored_at: state === 'lost' ? null : payment.restored_at,
      }
    }
    case 'fraud_warning':
      return {}
  }
}

/** The status that people see. An open order whose checkout is complete waits for the buyer's bank. */
export type ShownStatus = OrderStatus | 'waiting'

export const shownStatus = (order: Pick<Order, 'status' | 'completed_at'>): ShownStatus =>
  order.status === 'open' && order.completed_at !== null ? 'waiting' : order.status

/** The amount that the buyer paid, or has to pay, in cents. */
export const chargeOf = (order: Pick<Order, 'amount_cents' | 'charged_cents'>): number =>
  order.charged_cents ?? order.amount_cents

/** Whether the seller made the order: a gift, or a payment elsewhere. */
export const isGranted = (order: Pick<Order, 'granted_at'>): boolean => order.granted_at !== null

/** Whether the shop took no money: the seller made the order, or a promotion code took off the whole price. */
export const isGift = (order: Pick<Order, 'amount_cents' | 'charged_cents' | 'granted_at'>): boolean =>
  isGranted(order) || chargeOf(order) === 0

/** Whether the payment arrived and was not returned. Revoked and erased orders count, too. */
export function isEarned(payment: PaymentState): boolean {
  const status = statusOf(payment)
  return status === 'paid' || (status === 'disputed' && payment.dispute !== 'lost')
}

/** Whether the kit may be downloaded: paid, or reopened by the seller after a lost dispute, and not closed or erased. */
export function mayDownload(order: PaymentState & Pick<Order, 'revoked_at' | 'erased_at'>): boolean {
  if (order.revoked_at !== null || order.erased_at !== null) return false
  return isEarned(order) || (statusOf(order) === 'disputed' && Boolean(order.restored_at))
}
