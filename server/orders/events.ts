import type { Transaction } from 'kysely'
import type { Order, Schema, StoredEvent } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Shop } from '../dependencies.ts'
import type { Effect } from '../payments/effect.ts'
import type { ProviderEvent } from '../payments/provider.ts'
import { actedTypes } from '../payments/stripe/event-shape.ts'
import { emailKey } from './address.ts'
import { isOddCharge } from './amount.ts'
import { happenedAt, isStale } from './event-history.ts'
import { readOrder } from './find-orders.ts'
import { queueNotices } from './notices.ts'
import { updateOrder } from './order-rows.ts'
import { findLostOrder, insertLostOrder } from './restore-order.ts'
import { changesBy, type PaymentState, statusOf } from './state.ts'

/**
 * `duplicate`: an event with this id was stored before. `ignored`: the shop does not act on its type, or it is of the provider's
 * other mode. `foreign`: it is about something that this shop did not sell. These three change and store nothing.
 */
export type Outcome = StoredEvent['outcome'] | 'duplicate' | 'ignored' | 'foreign'

/** An event with a meaning for an order. */
type OrderEvent = ProviderEvent & { effect: Effect; orderId: string }

/** An event that the shop itself creates. It has no provider ids. */
export const ownEvent = (
  deps: Pick<Shop, 'payments' | 'now'>,
  { type, effect, orderId, key }: { type: string; effect: Effect; orderId: string; key: string },
): OrderEvent => ({
  id: `observed:${key}`,
  type,
  livemode: deps.payments.livemode,
  at: deps.now(),
  effect,
  effectKey: key,
  orderId,
  sessionId: null,
  paymentId: null,
  payerEmail: null,
})

/**
 * Stores an event, updates its order and queues the mail that follows, in one transaction. Webhooks, the sweep, the catch-up and the
 * command line all use it. The event names its order, which was stored before the provider was asked. If the order is missing, a
 * restored backup lacks it, and the shop makes it again from the provider's record of the sale.
 * @param formerHost the host of the shop's former PUBLIC_URL, whose sales belong to the shop, too
 * @throws ProviderError if the order is missing and the provider did not answer. Nothing is stored
 */
export async function applyEvent(deps: Shop, event: ProviderEvent, formerHost?: string): Promise<Outcome> {
  const outcome = await outcomeOf(deps, event, formerHost)
  deps.log.info('event.received', { id: event.id, type: event.type, outcome, order: event.orderId })
  return outcome
}

async function outcomeOf(deps: Shop, event: ProviderEvent, formerHost: string | undefined): Promise<Outcome> {
  // Test money must not open a real order, and real money must not open a test order.
  if (event.livemode !== deps.payments.livemode) {
    deps.log.warn('webhook.other_mode', { id: event.id, type: event.type, livemode: event.livemode })
    return 'ignored'
  }
  if (!isAboutOrder(event)) return actedTypes.has(event.type) ? 'foreign' : 'ignored'
  const outcome = await transaction(deps.database, (trx) => applyEventIn(trx, deps, event))
  if (outcome !== 'missing') return outcome
  const lost = await findLostOrder(deps, event, formerHost)
  if (!lost) return 'foreign'
  deps.log.warn('order.restored', { order: lost.id, event: event.id })
  return transaction(deps.database, async (trx) => {
    await insertLostOrder(trx, deps.payments, lost)
    const applied = await applyEventIn(trx, deps, event)
    return applied === 'missing' ? 'foreign' : applied
  })
}

const isAboutOrder = (event: ProviderEvent): event is OrderEvent =>
  event.effect !== null && event.orderId !== null

/**
 * `applyEvent` within a transaction, for a caller that has read the order in it.
 * @returns `missing` if there is no such order
 */
export async function applyEventIn(
  trx: Transaction<Schema>,
  deps: Shop,
  event: OrderEvent,
): Promise<Outcome | 'missing'> {
  const order = await readOrder(trx, event.orderId)
  if (!order) return 'missing'
  if (!isOwnEvent(order, event, deps)) return 'foreign'
  const stale = await isStale(trx, order, event.effect)
  const repeated = stale || (await wasReported(trx, order, event))
  const stored = await trx
    .insertInto('events')
    .values({
      id: event.id,
      provider: deps.payments.name,
      type: event.type,
      effect: JSON.stringify(event.effect),
      effect_key: event.effectKey,
      order_id: order.id,
      outcome: repeated ? 'repeated' : 'applied',
      happened_at: happenedAt(event, deps.now()),
      created_at: deps.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('outcome')
    .executeTakeFirst()
  if (!stored) return 'duplicate'
  await applyToOrder(trx, deps, order, event, { stale, isNew: !repeated })
  return stored.outcome
}

/** An event of another provider or of another session is about another purchase, even if it names the order. */
const isOwnEvent = (order: Order, event: OrderEvent, { payments }: Pick<Shop, 'payments'>) =>
  order.provider === payments.name &&
  (!order.session_id || !event.sessionId || order.session_id === event.sessionId)

/** Whether another event of the order reported the same change. Applying an effect twice does no harm. */
async function wasReported(trx: Transaction<Schema>, order: Order, event: OrderEvent): Promise<boolean> {
  if (!event.effectKey) return false
  const other = await trx
    .selectFrom('events')
    .select('id')
    .where('effect_key', '=', event.effectKey)
    .where('order_id', '=', order.id)
    .where('id', '!=', event.id)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Whether the client is still needed, to find the order again. A refund may be reported before its payment and then fail, so that the
 * order is open again.
 */
const mayBeOpen = (payment: PaymentState): boolean =>
  statusOf(payment) === 'open' ||
  [payment.completed_at, payment.paid_at, payment.failed_at, payment.expired_at].every((at) => at === null)

async function applyToOrder(
  trx: Transaction<Schema>,
  deps: Shop,
  before: Order,
  event: OrderEvent,
  { stale, isNew }: { stale: boolean; isNew: boolean },
): Promise<void> {
  const { effect } = event
  const now = deps.now()
  const changes = stale ? {} : changesBy(effect, before, happenedAt(event, now))
  const payment = { ...before, ...changes }
  const after = await updateOrder(trx, before.id, {
    ...changes,
    status: statusOf(payment),
    client_key: mayBeOpen(payment) ? before.client_key : null,
    session_id: before.session_id ?? event.sessionId,
    payment_id: before.payment_id ?? event.paymentId,
    ...payerOf(before, event.payerEmail),
  })
  const change = {
    before,
    after,
    effect,
    isNew,
    key: event.effectKey,
    isAboutSession: event.sessionId !== null,
    isOddCharge: isOddCharge(deps, after, effect),
  }
  await queueNotices(trx, deps, change)
}

/** The payer of an order. The first address that was reported stays. An erased order has none. */
function payerOf(order: Order, reported: string | null): Pick<Order, 'payer_email' | 'payer_key'> {
  if (order.erased_at !== null) return { payer_email: null, payer_key: null }
  const email = order.payer_email ?? reported
  return { payer_email: email, payer_key: email && emailKey(email) }
}
