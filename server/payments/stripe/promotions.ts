import type Stripe from 'stripe'
import type { Promotion } from '../provider.ts'

/**
 * Asks Stripe for a code (docs.stripe.com/api/promotion_codes/list, which ignores capital letters). Several codes may have the
 * same letters, of which one is active.
 */
export async function findPromotion(
  client: Stripe,
  code: string,
): Promise<Promotion | 'unknown' | 'ended' | 'unusable'> {
  const { data } = await client.promotionCodes.list({
    code,
    limit: 100,
    expand: ['data.promotion.coupon.applies_to'],
  })
  const active = data.filter(isActive)
  if (active.length === 0) return data.length === 0 ? 'unknown' : 'ended'
  const found = active.map(toPromotion).find((promotion) => promotion !== null)
  return found ?? 'unusable'
}

/** Stripe ends a code at its last day and at its last use. The code of a coupon that has ended takes nothing off. */
const isActive = ({ active, promotion: { coupon } }: Stripe.PromotionCode): boolean =>
  active && typeof coupon === 'object' && coupon?.valid === true

/**
 * @returns null for a code that only some buyers or products get. Stripe tells returning buyers by their customer objects, and
 * the shop makes none. Each session has a product of its own, so a list of products never has it.
 */
function toPromotion(found: Stripe.PromotionCode): Promotion | null {
  const { customer, customer_account, restrictions, promotion } = found
  const { coupon } = promotion
  if (customer || customer_account || restrictions.first_time_transaction) return null
  if (coupon === null || typeof coupon === 'string' || coupon.applies_to) return null
  const { percent_off, amount_off, currency } = coupon
  const { minimum_amount, minimum_amount_currency } = restrictions
  const off =
    percent_off !== null
      ? { percent: percent_off }
      : amount_off !== null && currency !== null && { cents: amount_off, currency }
  if (!off) return null
  return {
    id: found.id,
    code: found.code,
    off,
    minimum:
      minimum_amount === null ? null : { cents: minimum_amount, currency: minimum_amount_currency ?? '' },
  }
}
