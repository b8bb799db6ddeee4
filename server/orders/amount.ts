import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Effect } from '../payments/effect.ts'
import { type PaymentProvider, ProviderError, type Session } from '../payments/provider.ts'

/** What the provider charges. Null or undefined if it does not say. */
interface Charge {
  totalCents: number | null
  currency?: string | null | undefined
}

/** Whether a charge differs from the order's price and no setting of the seller explains the difference. */
function differs(
  { totalCents, currency = null }: Charge,
  order: Order,
  { adjustments }: Pick<PaymentProvider, 'adjustments'>,
): boolean {
  // Amounts in two currencies cannot be compared.
  if (currency !== null && currency !== order.currency) return !adjustments.conversions
  if (totalCents === null || totalCents === order.amount_cents) return false
  return totalCents < order.amount_cents ? !adjustments.discounts : !adjustments.surcharges
}

/**
 * Ends a new session if its page would ask for another amount or currency than the order, for example after somebody changed a
 * price in the provider's dashboard. A buyer must not see two prices. A session that is already paid stays.
 * @throws ProviderError, definite, so that the order fails and its seat is free
 */
export async function checkSessionAmount(
  deps: Pick<Dependencies, 'payments' | 'log'>,
  order: Order,
  session: Session,
): Promise<void> {
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
    { definite: true, codeRefused: order.promotion_code !== null },
  )
}

/** Whether an order was charged another amount or currency than its price. The mail about the sale says so. */
export const isOddAmount = (order: Order, payments: Pick<PaymentProvider, 'adjustments'>): boolean =>
  differs({ totalCents: order.charged_cents, currency: order.charged_currency }, order, payments)

/** Logs such a charge. The order is paid anyway (docs/decisions/013-what-was-charged-differs.md). */
export function logOddAmount(
  deps: Pick<Dependencies, 'payments' | 'log'>,
  order: Order,
  effect: Effect,
): void {
  if (effect.kind !== 'completed' || !differs(effect, order, deps.payments)) return
  deps.log.error('order.amount_differs', {
    order: order.id,
    priceCents: order.amount_cents,
    currency: order.currency,
    chargedCents: effect.totalCents,
    chargedCurrency: effect.currency,
  })
}
