import type { DisputeState, Order, OrderStatus } from '../database/schema.ts'
import type { Effect } from '../payments/effect.ts'

/**
 * What events have reported about an order. The status is computed only from these facts, never from the previous status.
 */
export type Facts = Pick<
  Order,
  | 'completed_at'
  | 'charged_cents'
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

/** The order of a dispute's states. A dispute never goes back. */
const disputeRank: Record<DisputeState, number> = { open: 1, won: 2, lost: 3 }

/** The state of each dispute of an order, by the provider's id. */
const disputesOf = ({ disputes }: Pick<Facts, 'disputes'>) =>
  new Map<string, DisputeState>(Object.entries(JSON.parse(disputes)))

/** The dispute state that counts for an order: a lost dispute took money, an open one may take it. */
function worst(states: DisputeState[]): DisputeState | null {
  return (['lost', 'open', 'won'] as const).find((state) => states.includes(state)) ?? null
}

/** Whether a dispute is already in a later state than the effect reports. */
export function isStaleDispute(facts: Pick<Facts, 'disputes'>, id: string, state: DisputeState): boolean {
  const known = disputesOf(facts).get(id)
  return known !== undefined && disputeRank[known] > disputeRank[state]
}

/**
 * A payment wins over everything that expired or failed before or after it. A refund or a dispute proves a payment, even if the
 * payment's own event is still missing. A completed session cannot expire.
 */
export function statusOf(facts: Facts): OrderStatus {
  if (facts.refunded_at !== null) return 'refunded'
  if (facts.dispute === 'open' || facts.dispute === 'lost') return 'disputed'
  if (facts.paid_at !== null || facts.refunded_cents > 0 || facts.dispute === 'won') return 'paid'
  if (facts.failed_at !== null) return 'failed'
  if (facts.expired_at !== null && facts.completed_at === null) return 'expired'
  return 'open'
}

/**
 * The facts after one more effect. An effect reports a state, not a difference, so the result is the same if events come
 * twice, late or in another order. A new total of refunds replaces the old one, because a failed refund lowers the total. A
 * stale total is not applied (event-history.ts).
 * @param at when the effect was reported, in ms since 1970. A fact keeps its first time
 */
export function applyEffect(facts: Facts, effect: Effect, at: number): Facts {
  switch (effect.kind) {
    case 'completed':
      return {
        ...facts,
        completed_at: facts.completed_at ?? at,
        charged_cents: effect.totalCents ?? facts.charged_cents,
        tax_cents: effect.taxCents ?? facts.tax_cents,
        paid_at: effect.paid ? (facts.paid_at ?? at) : facts.paid_at,
      }
    case 'payment_succeeded':
      return { ...facts, paid_at: facts.paid_at ?? at }
    case 'payment_failed':
      return { ...facts, failed_at: facts.failed_at ?? at }
    case 'expired':
      return { ...facts, expired_at: facts.expired_at ?? at }
    case 'refunded': {
      const whole = effect.refundedCents > 0 && effect.refundedCents >= effect.amountCents
      return {
        ...facts,
        refunded_cents: effect.refundedCents,
        refunded_at: whole ? (facts.refunded_at ?? at) : null,
      }
    }
    case 'dispute': {
      const { disputeId, state } = effect
      const disputes = disputesOf(facts)
      const known = disputes.get(disputeId)
      if (known !== undefined && disputeRank[known] >= disputeRank[state]) return facts
      disputes.set(disputeId, state)
      return {
        ...facts,
        disputes: JSON.stringify(Object.fromEntries([...disputes].sort())),
        dispute: worst([...disputes.values()]),
        disputed_at: facts.disputed_at ?? at,
        // The seller reopened the download before this dispute was lost, so it closes again.
        restored_at: state === 'lost' ? null : facts.restored_at,
      }
    }
    case 'fraud_warning':
      return facts
  }
}

/** The status that people see. An open order whose checkout is complete waits for the buyer's bank. */
export type ShownStatus = OrderStatus | 'waiting'

export const shownStatus = (order: Pick<Order, 'status' | 'completed_at'>): ShownStatus =>
  order.status === 'open' && order.completed_at !== null ? 'waiting' : order.status

/** What the buyer paid, or is to pay, in cents. */
export const chargeOf = (order: Pick<Order, 'amount_cents' | 'charged_cents'>): number =>
  order.charged_cents ?? order.amount_cents

/** Whether the seller gave the kit away. */
export const isGift = (order: Pick<Order, 'amount_cents' | 'charged_cents' | 'granted_at'>): boolean =>
  order.granted_at !== null && chargeOf(order) === 0

/** Whether the payment arrived and was not returned. Revoked and erased orders count, too. */
export function isEarned(facts: Facts): boolean {
  const status = statusOf(facts)
  return status === 'paid' || (status === 'disputed' && facts.dispute !== 'lost')
}

/** Whether the kit may be downloaded: paid, or reopened by the seller after a lost dispute, and not revoked or erased. */
export function mayDownload(order: Facts & Pick<Order, 'revoked_at' | 'erased_at'>): boolean {
  if (order.revoked_at !== null || order.erased_at !== null) return false
  return isEarned(order) || (statusOf(order) === 'disputed' && Boolean(order.restored_at))
}
