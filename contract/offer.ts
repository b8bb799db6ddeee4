import * as v from 'valibot'

/** GET /functions/v1/offer: what a buyer who checks out now would pay. */
export const offerSchema = v.object({
  /** Integers of the currency's smallest unit. */
  priceCents: v.number(),
  listPriceCents: v.number(),
  /** As Stripe writes it, such as `usd`. */
  currency: v.string(),
  earlyBird: v.object({ seats: v.number(), left: v.number() }),
})
export type Offer = v.InferOutput<typeof offerSchema>
