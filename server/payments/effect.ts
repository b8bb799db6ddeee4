import * as v from 'valibot'

const cents = v.pipe(v.number(), v.integer())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * `totalCents`: the charged amount with taxes and reductions, in `currency`; `taxCents`: the taxes in it;
 * `discountCents`: what a promotion code took off.
 */
const charge = {
  totalCents: v.optional(v.nullable(cents)),
  taxCents: v.optional(v.nullable(cents)),
  currency: v.optional(v.nullable(v.string())),
  discountCents: v.optional(v.nullable(cents)),
}

const effectSchema = v.variant('kind', [
  v.object({
    kind: v.literal('completed'),
    paid: v.boolean(),
    ...charge,
    totalCents: v.nullable(cents),
  }),
  v.object({ kind: v.literal('payment_succeeded'), ...charge }),
  /** `reason`: why the provider refused to open the checkout, in its own words without addresses and keys. */
  v.object({ kind: v.literal('payment_failed'), reason: v.optional(v.string()) }),
  v.object({ kind: v.literal('expired') }),
  /** `refundedCents`: the total of all refunds so far, without failed ones. The numbers of refunds only grow. */
  v.object({
    kind: v.literal('refunded'),
    refundedCents: cents,
    amountCents: cents,
    refunds: count,
    failedRefunds: count,
  }),
  /**
   * `isInquiry`: the bank only asks, and takes no money yet. `cents`: the disputed amount, in `currency`. `dueAt`: the deadline of the
   * seller's answer, in ms since 1970.
   */
  v.object({
    kind: v.literal('dispute'),
    disputeId: v.string(),
    state: v.picklist(['open', 'won', 'lost']),
    isInquiry: v.optional(v.boolean()),
    cents: v.optional(v.nullable(cents)),
    currency: v.optional(v.nullable(v.string())),
    dueAt: v.optional(v.nullable(v.number())),
  }),
  v.object({ kind: v.literal('fraud_warning') }),
])

/** What an event means to an order, independent of the provider. */
export type Effect = v.InferOutput<typeof effectSchema>

/** Parses an effect as it is stored with its event. @throws ValiError for anything else */
export const parseEffect = (json: string): Effect => v.parse(effectSchema, JSON.parse(json))
