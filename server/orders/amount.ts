import type { Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { queueMail } from '../outbox/queue.ts'
import type { Effect } from '../payments/effect.ts'
import { type PaymentProvider, ProviderError, type Session } from '../payments/provider.ts'
import type { EventDependencies } from './events.ts'

/** Whether an amount, in cents, differs from the order's price and no setting of the seller explains the difference. */
function differs(
  totalCents: number | null,
  order: Order,
  { adjustments }: Pick<PaymentProvider, 'adjustments'>,
): boolean {
  if (totalCents === null || totalCents === order.amount_cents) return false
  return totalCents < order.amount_cents ? !adjustments.discounts : !adjustments.surcharges
}

/**
 * Ends a new session if its page would ask for another amount than the order, for example after somebody changed a price in
 * the provider's dashboard. A buyer must not see two prices. A session that is already paid stays.
 * @throws ProviderError, definite, so that the order fails and its seat is free
 */
export async function checkSessionAmount(
  deps: EventDependencies,
  order: Order,
  session: Session,
): Promise<void> {
  if (session.status !== 'open' || !differs(session.totalCents, order, deps.payments)) return
  await deps.payments.expireSession(session.id)
  deps.log.error('checkout.amount_differs', {
    order: order.id,
    priceCents: order.amount_cents,
    shownCents: session.totalCents,
  })
  throw new ProviderError(
    `The payment page asks for ${session.totalCents} cents, but the order is for ${order.amount_cents}. Use the same prices at the provider and in content/.`,
    { definite: true },
  )
}

/**
 * Mails the seller, once for each order, that the provider charged another amount than the price. The order is paid
 * anyway (docs/decisions/013-what-was-charged-differs.md).
 */
export async function queueAmountNotice(
  trx: Transaction<Schema>,
  deps: EventDependencies,
  order: Order,
  effect: Effect,
): Promise<void> {
  if (effect.kind !== 'completed' || !differs(effect.totalCents, order, deps.payments)) return
  const amounts = { priceCents: order.amount_cents, chargedCents: effect.totalCents }
  deps.log.error('order.amount_differs', { order: order.id, ...amounts })
  if (deps.config.sellerEmail === null) return
  await queueMail(
    trx,
    {
      kind: 'amount-notice',
      orderId: order.id,
      recipient: deps.config.sellerEmail,
      dedupeKey: `amount-notice:${order.id}`,
      details: { amountCents: effect.totalCents },
    },
    { now: deps.now(), mailFrom: deps.config.mailFrom },
  )
}
