import type { Kysely } from 'kysely'
import type { Schema, StoredEvent } from '../database/schema.ts'
import type { PaymentProvider, Sale } from '../payments/provider.ts'
import { readOrder } from './find-orders.ts'
import { listEvents } from './stored-events.ts'

/** A sale whose order the shop has lost, with the provider's ids. */
export type LostSale = Sale & { sessionId: string; paymentId: string | null }

/** The provider's record of the sale that an event is about; null if it knows no checkout of this shop. @throws ProviderError */
export async function lostSale(
  { database, payments }: { database: Kysely<Schema>; payments: PaymentProvider },
  event: StoredEvent,
): Promise<LostSale | null> {
  const sessionId = await sessionOf(database, event)
  const sale = sessionId === null ? null : await payments.findSale(sessionId)
  return sale && sessionId !== null ? { ...sale, sessionId, paymentId: event.payment_id } : null
}

/** A lost sale, and an event that leads to it. */
export interface LostOrder {
  eventId: string
  sale: LostSale
}

/** The sales of all unmatched events that have no order, newest first. Changes nothing. @throws ProviderError */
export async function lostOrders(deps: {
  database: Kysely<Schema>
  payments: PaymentProvider
}): Promise<LostOrder[]> {
  const lost = new Map<string, LostOrder>()
  const asked = new Set<string>()
  for await (const event of listEvents(deps.database, { outcome: 'unmatched' })) {
    // A sale has several events. The provider is asked about it once.
    const session = await sessionOf(deps.database, event)
    if (session === null || asked.has(session)) continue
    asked.add(session)
    const sale = await lostSale(deps, event)
    if (sale && !(await readOrder(deps.database, sale.id))) lost.set(sale.id, { eventId: event.id, sale })
  }
  return [...lost.values()]
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
