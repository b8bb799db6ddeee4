import type { DisputeState } from '../database/schema.ts'

interface Charge {
  /** The charged amount with taxes and reductions, in `currency`. */
  totalCents?: number | null
  /** The taxes in it. */
  taxCents?: number | null
  /** What a promotion code took off. */
  discountCents?: number | null
  currency?: string | null
}

/** What an event means to an order, independent of the provider. It is stored with its event, as JSON. */
export type Effect =
  | ({ kind: 'completed'; paid: boolean; totalCents: number | null } & Charge)
  | ({ kind: 'payment_succeeded' } & Charge)
  /** `reason`: why the provider refused to open the checkout, in its own words without addresses and keys. */
  | { kind: 'payment_failed'; reason?: string }
  | { kind: 'expired' }
  /** `refundedCents`: the total of all refunds so far, without failed ones. The numbers of refunds only grow. */
  | {
      kind: 'refunded'
      refundedCents: number
      amountCents: number
      refunds: number
      failedRefunds: number
    }
  /**
   * `isInquiry`: the bank only asks, and takes no money yet. `cents`: the disputed amount, in `currency`. `dueAt`: the deadline of the
   * seller's answer, in ms since 1970.
   */
  | {
      kind: 'dispute'
      disputeId: string
      state: DisputeState
      isInquiry?: boolean
      cents?: number | null
      currency?: string | null
      dueAt?: number | null
    }
  | { kind: 'fraud_warning' }
