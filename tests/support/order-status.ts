// A plain model of what an order's status follows from. It uses none of the shop's code.

type Dispute = 'open' | 'won' | 'lost'

/** What has been reported about the payment of one order, in any sequence. */
export interface PlainPayment {
  cents: number
  completed: boolean
  paid: boolean
  failed: boolean
  expired: boolean
  refundedCents: number
  /** The state of each dispute. */
  disputes: Readonly<Record<string, Dispute>>
}

export type PlainStatus = 'open' | 'paid' | 'refunded' | 'disputed' | 'expired' | 'failed'

/** The state of the most serious dispute: a lost one before an open one before a won one. */
export function disputeOf({ disputes }: Pick<PlainPayment, 'disputes'>): 'none' | Dispute {
  const states = Object.values(disputes)
  return (['lost', 'open', 'won'] as const).find((state) => states.includes(state)) ?? 'none'
}

export function statusOf(payment: PlainPayment): PlainStatus {
  const dispute = disputeOf(payment)
  if (payment.refundedCents > 0 && payment.refundedCents >= payment.cents) return 'refunded'
  if (dispute === 'open' || dispute === 'lost') return 'disputed'
  if (payment.paid || payment.refundedCents > 0 || dispute === 'won') return 'paid'
  if (payment.failed) return 'failed'
  if (payment.expired && !payment.completed) return 'expired'
  return 'open'
}

export const mayDownload = (payment: PlainPayment): boolean =>
  disputeOf(payment) !== 'lost' && ['paid', 'disputed'].includes(statusOf(payment))
