import type { Transaction } from 'kysely'
import type { Order, Schema, StoredEvent } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Effect } from '../payments/effect.ts'
import { eventRecord } from '../payments/event-record.ts'
import type { ProviderEvent } from '../payments/provider.ts'
import { actedTypes } from '../payments/stripe/event-shape.ts'
import { emailKey } from './address.ts'
import { isOddCharge } from './amount.ts'
import { effectOf, isStale, timeOf } from './event-history.ts'
import { queueNotices } from './notices.ts'
import { updateOrder } from './order-rows.ts'
import { applyEffect, type PaymentState, statusOf } from './state.ts'

export type EventDependencies = Pick<Dependencies, 'config' | 'database' | 'payments' | 'log' | 'now'>

/**
 * `duplicate`: an event with this id was stored before, and nothing changed. `foreign`: the event is about another product on
 * the same account, and was not stored.
 */
export type Outcome = StoredEvent['outcome'] | 'duplicate' | 'foreign'

/** An event that the shop itself creates. It has no provider ids. */
export const ownEvent = (
  deps: Pick<EventDependencies, 'payments'>,
  { type, effect, orderId, key }: { type: string; effect: Effect; orderId: string; key: string },
): ProviderEvent => ({
  id: `observed:${key}`,
  type,
  livemode: deps.payments.livemode,
  effect,
  effectKey: key,
  orderId,
  sessionId: null,
  paymentId: null,
  payerEmail: null,
})

/**
 * Stores an event, updates its order and queues the mail that follows, in one transaction. Webhooks, the sweep and the command
 * line all use it.
 * @param payload the event's JSON as received. `eventRecord` decides which parts are kept
 */
export async function applyEvent(
  deps: EventDependencies,
  event: ProviderEvent,
  payload: string,
): Promise<Outcome> {
  if (isForeign(event)) {
    deps.log.info('event.foreign', { id: event.id, type: event.type })
    return 'foreign'
  }
  const outcome = await transaction(deps.database, (trx) => applyEventIn(trx, deps, event, payload))
  const write = outcome === 'unmatched' ? deps.log.warn : deps.log.info
  write('event.stored', { id: event.id, type: event.type, outcome, order: event.orderId })
  return outcome
}

/** Whether an event has a type that the shop acts on, but is about something that the shop did not sell. */
const isForeign = (event: ProviderEvent): boolean => event.effect === null && actedTypes.has(event.type)

/** `applyEvent` within a transaction, for a caller that has read the order in it. */
export async function applyEventIn(
  trx: Transaction<Schema>,
  deps: EventDependencies,
  event: ProviderEvent,
  payload: string,
): Promise<Outcome> {
  // The event may have been stored as ignored, in the other mode or by an older version of the shop. Now it has an effect.
  if (event.effect) {
    await trx.deleteFrom('events').where('id', '=', event.id).where('outcome', '=', 'ignored').execute()
  }
  const stored = await trx
    .insertInto('events')
    .values({
      id: event.id,
      provider: deps.payments.name,
      type: event.type,
      effect: event.effect && JSON.stringify(event.effect),
      effect_key: event.effectKey,
      order_id: null,
      session_id: event.sessionId,
      payment_id: event.paymentId,
      outcome: event.effect ? 'unmatched' : 'ignored',
      payload: event.effect ? eventRecord(payload) : '{}',
      created_at: deps.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!stored) return 'duplicate'
  if (!event.effect) return 'ignored'
  const order = await findOrder(trx, stored, event.orderId)
  if (order) return applyToOrder(trx, deps, order, stored, event.payerEmail)
  if (event.orderId !== null) return 'unmatched'
  // No order has the event's order id, session or payment, so it is about another product on the account.
  await trx.deleteFrom('events').where('id', '=', event.id).execute()
  return 'foreign'
}

/** Looks for the order of an unmatched event again, and applies the event to it. */
export async function matchAgain(
  trx: Transaction<Schema>,
  deps: EventDependencies,
  stored: StoredEvent,
): Promise<'applied' | 'repeated' | 'unmatched'> {
  const order = await findOrder(trx, stored, null)
  return order ? applyToOrder(trx, deps, order, stored) : 'unmatched'
}

/**
 * Applies events that arrived before their order had its session or payment id. Call it in the transaction that stores such an
 * id.
 */
export async function applyUnmatched(
  trx: Transaction<Schema>,
  deps: EventDependencies,
  order: Order,
): Promise<void> {
  const { session_id, payment_id } = order
  const waiting = await trx
    .selectFrom('events')
    .selectAll()
    .where('outcome', '=', 'unmatched')
    .where('provider', '=', order.provider)
    .where((where) =>
      where.or([
        ...(session_id ? [where('session_id', '=', session_id)] : []),
        ...(payment_id ? [where('payment_id', '=', payment_id)] : []),
      ]),
    )
    .orderBy('created_at')
    .execute()
  for (const stored of waiting) {
    const current = await findOrder(trx, stored, order.id)
    if (current) await applyToOrder(trx, deps, current, stored)
  }
}

async function findOrder(
  trx: Transaction<Schema>,
  event: Pick<StoredEvent, 'provider' | 'session_id' | 'payment_id'>,
  orderId: string | null,
): Promise<Order | undefined> {
  // An event of another session than the order's own is about another purchase, even if it names the order.
  const isOwnSession = (order: Order) =>
    !order.session_id || !event.session_id || order.session_id === event.session_id
  const keys = [
    ['id', orderId],
    ['session_id', event.session_id],
    ['payment_id', event.payment_id],
  ] as const
  for (const [column, value] of keys) {
    if (!value) continue
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where(column, '=', value)
      .where('provider', '=', event.provider)
      .executeTakeFirst()
    if (order && isOwnSession(order)) return order
  }
  return undefined
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
  deps: EventDependencies,
  before: Order,
  event: StoredEvent,
  payerEmail: string | null = null,
): Promise<'applied' | 'repeated'> {
  const effect = effectOf(event)
  const now = deps.now()
  const stale = await isStale(trx, before, effect)
  const payment = stale ? paymentOf(before) : applyEffect(paymentOf(before), effect, timeOf(event))
  const after = await updateOrder(trx, before.id, {
    ...payment,
    status: statusOf(payment),
    client_key: mayBeOpen(payment) ? before.client_key : null,
    session_id: before.session_id ?? event.session_id,
    payment_id: before.payment_id ?? event.payment_id,
    ...payerOf(before, payerEmail),
  })
  const outcome = stale || (await wasAlreadyReported(trx, event, before.id)) ? 'repeated' : 'applied'
  await trx.updateTable('events').set({ order_id: before.id, outcome }).where('id', '=', event.id).execute()
  const change = {
    before,
    after,
    effect,
    isNew: outcome === 'applied',
    key: event.effect_key,
    isAboutSession: event.session_id !== null,
    isOddCharge: isOddCharge(deps, after, effect),
  }
  await queueNotices(trx, change, { config: deps.config, now })

  if (after.session_id !== before.session_id || after.payment_id !== before.payment_id) {
    await applyUnmatched(trx, deps, after)
  }
  return outcome
}

/** The payer of an order. The first address that was reported stays. An erased order has none. */
function payerOf(order: Order, reported: string | null): Pick<Order, 'payer_email' | 'payer_key'> {
  if (order.erased_at !== null) return { payer_email: null, payer_key: null }
  const email = order.payer_email ?? reported
  return { payer_email: email, payer_key: email && emailKey(email) }
}

/** Whether another event of the order reported the same change. Applying an effect twice does no harm. */
async function wasAlreadyReported(
  trx: Transaction<Schema>,
  event: StoredEvent,
  orderId: string,
): Promise<boolean> {
  if (!event.effect_key) return false
  const other = await trx
    .selectFrom('events')
    .select('id')
    .where('effect_key', '=', event.effect_key)
    .where('order_id', '=', orderId)
    .where('id', '!=', event.id)
    .executeTakeFirst()
  return other !== undefined
}

function paymentOf(order: Order): PaymentState {
  return {
    completed_at: order.completed_at,
    charged_cents: order.charged_cents,
    charged_currency: order.charged_currency,
    tax_cents: order.tax_cents,
    paid_at: order.paid_at,
    failed_at: order.failed_at,
    expired_at: order.expired_at,
    refunded_at: order.refunded_at,
    refunded_cents: order.refunded_cents,
    dispute: order.dispute,
    disputes: order.disputes,
    disputed_at: order.disputed_at,
    restored_at: order.restored_at,
  }
}
