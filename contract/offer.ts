import * as v from 'valibot'

/** Why a code takes nothing off. `unusable`: it is not for this purchase. `unchecked`: the provider did not answer. */
const codeProblems = ['unknown', 'ended', 'unusable', 'unchecked'] as const
export type CodeProblem = (typeof codeProblems)[number]

/** GET /functions/v1/offer: what a buyer who checks out now would pay. `?code=` adds the price with that code. */
export const offerSchema = v.object({
  /** Integers of the currency's smallest unit. */
  priceCents: v.number(),
  listPriceCents: v.number(),
  /** As Stripe writes it, such as `usd`. */
  currency: v.string(),
  earlyBird: v.object({ seats: v.number(), left: v.number() }),
  /** The price with the requested code, or why the code takes nothing off. */
  promotion: v.optional(
    v.union([
      v.object({ code: v.string(), priceCents: v.number() }),
      v.object({ problem: v.picklist(codeProblems) }),
    ]),
  ),
})
export type Offer = v.InferOutput<typeof offerSchema>
