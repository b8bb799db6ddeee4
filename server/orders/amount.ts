import type { Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { queueMail } from '../outbox/queue.ts'
import type { Effect } from '../payments/effect.ts'
import { type PaymentProvider, ProviderError, type Session } from '../payments/provider.ts'

type AmountDependencies = Pick<Dependencies, 'config' | 'payments' | 'log' | 'now'>

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
export async function checkSessionAmount(
  deps: AmountDependencies,
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
    { definite: true },
  )
}

/**
 * Mails the seller, once for each order, that the provider charged another amount or currency than the price. The order is paid
 * anyway (docs/decisions/013-what-was-charged-differs.md).
 */
export async function queueAmountNotice(
  trx: Transaction<Schema>,
  deps: AmountDependencies,
  order: Order,
  effect: Effect,
): Promise<void> {
  if (effect.kind !== 'completed' || !differs(effect, order, deps.payments)) return
  const { totalCents, currency } = effect
  deps.log.error('order.amount_differs', {
    order: order.id,
    priceCents: order.amount_cents,
    currency: order.currency,
    chargedCents: totalCents,
    chargedCurrency: currency,
  })
  if (deps.config.sellerEmail === null) return
  await queueMail(
    trx,
    {
      kind: 'amount-notice',
      orderId: order.id,
      recipient: deps.config.sellerEmail,
      dedupeKey: `amount-notice:${order.id}`,
      details: { chargedCents: totalCents, chargedCurrency: currency ?? null },
    },
    { now: deps.now(), mailFrom: deps.config.mailFrom },
  )
}
