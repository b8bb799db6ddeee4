import * as v from 'valibot'
import { currency } from './money.ts'

/** GET /functions/v1/offer: what a buyer who checks out now would pay. */
export const offerSchema = v.object({
  /** Integer US cents. */
  priceCents: v.number(),
  listPriceCents: v.number(),
  currency: v.literal(currency),
  earlyBird: v.object({ seats: v.number(), left: v.number() }),
})
export type Offer = v.InferOutput<typeof offerSchema>
