import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import type { LostSale } from './lost-sale.ts'
import { insertOrder } from './order-rows.ts'

/** Stores the order of a lost sale, as it was before its payment. */
export async function insertLostSale(
  database: Kysely<Schema>,
  payments: PaymentProvider,
  sale: LostSale,
): Promise<void> {
  const { id, name, email, tier, amountCents, currency, createdAt, sessionId, paymentId } = sale
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
