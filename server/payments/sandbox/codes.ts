import type Stripe from 'stripe'

/** A promotion code of the dashboard, with its coupon. */
export type SandboxCode = Omit<Stripe.PromotionCode, 'promotion'> & {
  promotion: { type: 'coupon'; coupon: Stripe.Coupon }
}

/** @param off what the coupon takes off, and any restriction @param rest what differs from a code that everybody may use */
function sandboxCode(
  code: string,
  off: Partial<Stripe.Coupon>,
  rest: Partial<Stripe.PromotionCode> = {},
): SandboxCode {
  const common = { created: 0, livemode: false, max_redemptions: null, metadata: {}, times_redeemed: 0 }
  return {
    ...common,
    id: `promo_sandbox_${code}`,
    object: 'promotion_code',
    active: true,
    code,
    customer: null,
    customer_account: null,
    expires_at: null,
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    ...rest,
    promotion: {
      type: 'coupon',
      coupon: {
        ...common,
        id: `coupon_sandbox_${code}`,
        object: 'coupon',
        amount_off: null,
        currency: null,
        duration: 'once',
        duration_in_months: null,
        name: null,
        percent_off: null,
        redeem_by: null,
        valid: true,
        ...off,
      },
    },
  }
}

/** The codes that a newcomer can try. README.md names them. */
export const codesToTry = [
  sandboxCode('LAUNCH20', { percent_off: 20 }),
  sandboxCode('ENDED', { percent_off: 20 }, { active: false }),
]

/**
 * What a code takes off an amount, as Stripe computes it; null: Stripe refuses the session. No product is in the list of a
 * coupon, because each session has its own.
 */
export function reductionOf(
  { active, restrictions, promotion }: SandboxCode,
  amount: number,
  currency: string,
) {
  const { valid, applies_to, percent_off, amount_off, ...coupon } = promotion.coupon
  const { minimum_amount, minimum_amount_currency } = restrictions
  if (!active || !valid || applies_to) return null
  if (minimum_amount !== null && (minimum_amount_currency !== currency || amount < minimum_amount))
    return null
  if (percent_off !== null) return Math.round((amount * percent_off) / 100)
  return amount_off !== null && coupon.currency === currency ? Math.min(amount_off, amount) : null
}
