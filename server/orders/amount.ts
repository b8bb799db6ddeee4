import type { Order } from '../database/schema.ts'
import type { Shop } from '../dependencies.ts'
import type { Effect } from '../payments/effect.ts'
import { type PaymentProvider, ProviderError, type Session } from '../payments/provider.ts'

/** What the provider charges. Null or undefined if it does not say. */
interface Charge {
  totalCents: number | null
  /** What a promotion code took off. */
  discountCents?: number | null | undefined
  taxCents?: number | null | undefined
  currency?: string | null | undefined
}

/**
 * Whether a charge differs from the order's price: the total plus the discount must be exactly the price, or more by an added tax.
 * Another currency is right only with local prices.
 */
function differs(
  { totalCents, discountCents, taxCents, currency = null }: Charge,
  order: Order,
  { localPrices }: Pick<PaymentProvider, 'localPrices'>,
): boolean {
  // Amounts in two currencies cannot be compared.
  if (currency !== null && currency !== order.currency) return !localPrices
  if (totalCents === null) return false
  const surplus = totalCents + (discountCents ?? 0) - order.amount_cents
  return surplus !== 0 && surplus !== taxCents
}

/**
 * Ends a new session if its page would ask for another amount or currency than the order, for example after somebody changed a
 * price in the provider's dashboard. A buyer must not see two prices. A session that is already paid stays.
 * @throws ProviderError, definite, so that the order fails and its seat is free
 */
export async function checkSessionAmount(deps: Shop, order: Order, session: Session): Promise<void> {
  if (session.status !== 'open' || !differs(session, order, deps.payments)) return
  await deps.payments.expireSession(session.id)
  deps.log.error('checkout.amount_differs', {
    order: order.id,
    priceCents: order.amount_cents,
    currency: order.currency,
    shownCents: session.totalCents,
    shownCurrency: session.currency,
  })
  throw new ProviderError(
    `The payment page asks for ${session.totalCents} ${session.currency} cents, but the order is for ${order.amount_cents} ${order.currency} cents. Use the same prices at the provider and in content/.`,
    { definite: true },
  )
}

/**
 * Whether an order was charged another amount or currency than its price, which is logged. The order is paid anyway
 * (docs/decisions/013-what-was-charged-differs.md), and the mail about the sale says so.
 */
export function isOddCharge(deps: Shop, order: Order, effect: Effect): boolean {
  if (effect.kind !== 'completed' && effect.kind !== 'payment_succeeded') return false
  const charge = { ...effect, totalCents: effect.totalCents ?? null }
  if (!differs(charge, order, deps.payments)) return false
  deps.log.error('order.amount_differs', {
    order: order.id,
    priceCents: order.amount_cents,
    currency: order.currency,
    chargedCents: effect.totalCents,
    chargedCurrency: effect.currency,
  })
  return true
}
