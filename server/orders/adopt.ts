import type { Kysely } from 'kysely'
import type { Order, Schema, StoredEvent } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { ShopError } from '../errors.ts'
import type { Sale } from '../payments/provider.ts'
import { applyUnmatched, type EventDependencies } from './events.ts'
import { findOrder, readOrder } from './find-orders.ts'
import { insertOrder } from './order-rows.ts'
import { type Actor, recordAction } from './seller-actions.ts'
import { findEvent } from './stored-events.ts'

/**
 * Creates the order of an unmatched event, for example after a restore from a backup that is older than the sale. The
 * provider says who bought what. The order gets its original id, so mailed links work again. All stored events of the sale
 * are then applied to it, such as the payment, which sends the receipt, or a refund.
 * @throws ShopError `not_found`, or `conflict` if the event already has an order or is not about a sale of this shop;
 * ProviderError
 */
export async function adoptOrder(deps: EventDependencies, eventId: string, actor: Actor): Promise<Order> {
  const event = await findEvent(deps.database, eventId)
  if (event.outcome !== 'unmatched') {
    throw new ShopError('conflict', `Event ${eventId} is ${event.outcome}, so there is nothing to adopt.`, {
      remedy: 'List the events without an order: npm run shop -- events list --outcome unmatched',
    })
  }
  const sessionId = await sessionOf(deps.database, event)
  const sale = sessionId === null ? null : await deps.payments.findSale(sessionId)
  if (!sale || sessionId === null) {
    throw new ShopError('conflict', `The provider knows no checkout of this shop for event ${eventId}.`, {
      remedy: 'Adopt the event checkout.session.completed of that payment, if there is one.',
    })
  }
  const { id } = sale
  await transaction(deps.database, async (trx) => {
    if (await readOrder(trx, id)) {
      throw new ShopError('conflict', `Order ${id} of this event already exists.`, {
        remedy: `Apply the event to it: events replay ${eventId}`,
      })
    }
    await insertSale(trx, deps, sale, { sessionId, paymentId: event.payment_id })
    await recordAction(trx, id, 'adopt', actor, { event: eventId })
    await applyUnmatched(trx, deps, await findOrder(trx, id))
  })
  return findOrder(deps.database, id)
}

/** The session of an event. A refund or a dispute names only the payment. Another event of that payment may name the session. */
async function sessionOf(database: Kysely<Schema>, event: StoredEvent): Promise<string | null> {
  if (event.session_id !== null || event.payment_id === null) return event.session_id
  const other = await database
    .selectFrom('events')
    .select('session_id')
    .where('payment_id', '=', event.payment_id)
    .where('session_id', 'is not', null)
    .executeTakeFirst()
  return other?.session_id ?? null
}

async function insertSale(
  database: Kysely<Schema>,
  { payments }: EventDependencies,
  sale: Sale,
  { sessionId, paymentId }: { sessionId: string; paymentId: string | null },
): Promise<void> {
  const { id, name, email, tier, amountCents, currency, createdAt } = sale
  await insertOrder(database, payments, {
    id,
    name,
    email,
    status: 'open',
    tier,
    amount_cents: amountCents,
    currency,
    // Neither the backup nor the provider has the terms version.
    terms_version: 'unknown',
    idempotency_key: `order:${id}`,
    request: '{}',
    session_id: sessionId,
    payment_id: paymentId,
    expires_at: createdAt,
    created_at: createdAt,
  })
}
