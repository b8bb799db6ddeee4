import type { Selectable, Transaction } from 'kysely'
import type { EventsTable, Order, Schema, StoredEvent } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import type { Effect, ProviderEvent } from '../payments/provider.ts'
import { emailKey } from './address.ts'
import { noticeCharged } from './amount.ts'
import { queueNotices } from './notices.ts'
import { applyEffect, type Facts, statusOf } from './state.ts'
import { isOvertaken } from './told.ts'

export type EventDependencies = Pick<Dependencies, 'config' | 'database' | 'payments' | 'log' | 'now'>

/** `duplicate`: an event of this id was stored before, and nothing was done. */
export type Outcome = StoredEvent['outcome'] | 'duplicate'

/** What an event keeps of the person whose order was erased: what it meant stays in its effect. */
export const withoutPerson = { payload: '{}', payer_email: null, payer_key: null }

/** What the shop itself has to tell of an order, once: no event of the provider's, and it names nothing of theirs. */
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
 * The one way in which the world changes an order: stores the event, moves its order and queues the mail that
 * follows, in one transaction. Webhooks, the sweep and the command line all come through here.
 * @param payload the raw body, kept as it came unless the event is ignored
 */
export async function applyEvent(
  deps: EventDependencies,
  event: ProviderEvent,
  payload: string,
): Promise<Outcome> {
  const outcome = await transaction(deps.database, (trx) => applyEventIn(trx, deps, event, payload))
  const say = outcome === 'unmatched' ? deps.log.warn : deps.log.info
  say('event.stored', { id: event.id, type: event.type, outcome, order: event.orderId })
  return outcome
}

/** `applyEvent`, for whoever looks at the order in the same transaction first. */
export async function applyEventIn(
  trx: Transaction<Schema>,
  deps: EventDependencies,
  event: ProviderEvent,
  payload: string,
): Promise<Outcome> {
  // One that was ignored, in the provider's other mode or by an older program, has a meaning now.
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
      payer_email: event.payerEmail,
      payer_key: event.payerEmail && emailKey(event.payerEmail),
      outcome: event.effect ? 'unmatched' : 'ignored',
      // What an event of no meaning here says about people is not ours to keep.
      payload: event.effect ? payload : '{}',
      created_at: deps.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!stored) return 'duplicate'
  if (!event.effect) return 'ignored'
  const order = await findOrder(trx, stored, event.orderId)
  return order ? applyToOrder(trx, deps, order, stored) : 'unmatched'
}

/**
 * Looks once more for the order of an event that found none when it came. One that has no effect is `ignored`; any
 * other has had its own, in the transaction that stored it, and is a `duplicate`.
 * @throws ShopError `not_found`
 */
export async function replayEvent(deps: EventDependencies, id: string): Promise<Outcome> {
  return transaction(deps.database, async (trx) => {
    const stored = await trx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
    if (!stored) {
      throw new ShopError('not_found', 404, `There is no event ${id}.`, {
        remedy: 'List the events to see their ids.',
      })
    }
    if (stored.outcome === 'ignored') return 'ignored'
    if (stored.outcome !== 'unmatched') return 'duplicate'
    const order = await findOrder(trx, stored, null)
    return order ? applyToOrder(trx, deps, order, stored) : 'unmatched'
  })
}

/**
 * Applies the events that came before their order knew its session or payment id. For whoever stores such an
 * id, in the same transaction.
 */
export async function applyWaiting(
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
  event: Pick<Selectable<EventsTable>, 'provider' | 'session_id' | 'payment_id'>,
  orderId: string | null,
): Promise<Order | undefined> {
  // A session that is not the order's own, whoever made it and whatever it says, pays for something else.
  const own = (order: Order) =>
    !order.session_id || !event.session_id || order.session_id === event.session_id
  const names = [
    ['id', orderId],
    ['session_id', event.session_id],
    ['payment_id', event.payment_id],
  ] as const
  for (const [column, value] of names) {
    if (!value) continue
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where(column, '=', value)
      .where('provider', '=', event.provider)
      .executeTakeFirst()
    if (order && own(order)) return order
  }
  return undefined
}

async function applyToOrder(
  trx: Transaction<Schema>,
  deps: EventDependencies,
  before: Order,
  event: StoredEvent,
): Promise<'applied' | 'repeated'> {
  const effect = JSON.parse(event.effect ?? '') as Effect
  const now = deps.now()
  const overtaken = await isOvertaken(trx, before.id, event, effect)
  const facts = overtaken ? factsOf(before) : applyEffect(factsOf(before), effect, now)
  const after = await trx
    .updateTable('orders')
    .set({
      ...facts,
      status: statusOf(facts),
      // The client is known only while the order holds its seat unpaid.
      client_key: statusOf(facts) === 'open' ? before.client_key : null,
      session_id: before.session_id ?? event.session_id,
      payment_id: before.payment_id ?? event.payment_id,
      payer_email: before.erased_at === null ? (before.payer_email ?? event.payer_email) : null,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const outcome = overtaken || (await toldBefore(trx, event, before.id)) ? 'repeated' : 'applied'
  await trx
    .updateTable('events')
    .set({ order_id: before.id, outcome })
    .$if(before.erased_at !== null, (update) => update.set(withoutPerson))
    .where('id', '=', event.id)
    .execute()
  const told = { before, after, effect, isNew: outcome === 'applied', key: event.effect_key }
  await queueNotices(trx, told, { config: deps.config, now })
  await noticeCharged(trx, deps, after, effect)

  if (after.session_id !== before.session_id || after.payment_id !== before.payment_id) {
    await applyWaiting(trx, deps, after)
  }
  return outcome
}

/** Whether another event has told the same change of the order. What it told is applied all the same: facts only settle. */
async function toldBefore(trx: Transaction<Schema>, event: StoredEvent, orderId: string): Promise<boolean> {
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

function factsOf(order: Order): Facts {
  const { completed_at, paid_at, failed_at, expired_at, refunded_at, refunded_cents, dispute, disputed_at } =
    order
  return {
    completed_at,
    charged_cents: order.charged_cents,
    paid_at,
    failed_at,
    expired_at,
    refunded_at,
    refunded_cents,
    dispute,
    disputed_at,
  }
}
