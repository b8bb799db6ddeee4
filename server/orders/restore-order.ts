import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Shop } from '../dependencies.ts'
import type { PaymentProvider, ProviderEvent, Sale } from '../payments/provider.ts'
import { readOrder } from './find-orders.ts'
import { insertOrder } from './order-rows.ts'

/**
 * The provider's record of the sale that an event is about, if this shop made it. Another shop may use the same account, such as a
 * copy for tests, so the sale names its shop by the host of PUBLIC_URL. The provider keeps no record of an erased person.
 * @param formerHost the host of the shop's former PUBLIC_URL
 * @throws ProviderError
 */
export async function findLostOrder(
  { config, payments }: Shop,
  { orderId, sessionId, paymentId }: ProviderEvent,
  formerHost: string | undefined,
): Promise<Sale | null> {
  const sale = await payments.findSale({ sessionId, paymentId })
  const isOurs = sale?.shop === new URL(config.publicUrl).host || (formerHost && sale?.shop === formerHost)
  return isOurs && sale.id === orderId ? sale : null
}

/** Stores the order of a lost sale, as it was before its payment. Does nothing if it is not missing any more. */
export async function insertLostOrder(
  trx: Transaction<Schema>,
  payments: PaymentProvider,
  sale: Sale,
): Promise<void> {
  if (await readOrder(trx, sale.id)) return
  await insertOrder(trx, payments, {
    id: sale.id,
    name: sale.name,
    email: sale.email,
    status: 'open',
    tier: sale.tier,
    amount_cents: sale.amountCents,
    currency: sale.currency,
    terms_version: sale.termsVersion,
    idempotency_key: `order:${sale.id}`,
    // The request was for the session that the sale already has. It is never sent again.
    request: '{}',
    session_id: sale.sessionId,
    expires_at: sale.createdAt,
    created_at: sale.createdAt,
  })
}
