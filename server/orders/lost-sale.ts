import type { Kysely } from 'kysely'
import type { Schema, StoredEvent } from '../database/schema.ts'
import type { PaymentProvider, Sale } from '../payments/provider.ts'
import { insertOrder } from './order-rows.ts'

/** A sale whose order the shop has lost, with the provider's ids. */
type LostSale = Sale & { sessionId: string; paymentId: string | null }

/** The provider's record of the sale that an event is about; null if it knows no checkout of this shop. @throws ProviderError */
export async function lostSale(
  { database, payments }: { database: Kysely<Schema>; payments: PaymentProvider },
  event: StoredEvent,
): Promise<LostSale | null> {
  const sessionId = await sessionOf(database, event)
  const sale = sessionId === null ? null : await payments.findSale(sessionId)
  return sale && sessionId !== null ? { ...sale, sessionId, paymentId: event.payment_id } : null
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

/** Stores the order of a lost sale, as it was before its payment. */
export async function insertLostSale(
  database: Kysely<Schema>,
  payments: PaymentProvider,
  { id, name, email, tier, amountCents, currency, createdAt, sessionId, paymentId }: LostSale,
): Promise<void> {
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
