import type { Kysely } from 'kysely'
import { catalog } from '#content/catalog.ts'
import type { NewOrder, Schema } from '../../server/database/schema.ts'
import { transaction } from '../../server/database/transaction.ts'
import type { Shop } from '../../server/dependencies.ts'
import { emailKey } from '../../server/orders/address.ts'
import { type QueuedMail, queueMail } from '../../server/outbox/queue.ts'

let orders = 0

/** Stores an order without a checkout. It is paid, unless `change` says otherwise. @returns its id */
export async function storeOrder(database: Kysely<Schema>, change: Partial<NewOrder> = {}): Promise<string> {
  const id = change.id ?? `order-${process.pid}-${++orders}`
  const at = Date.UTC(2026, 10, 20, 11)
  await database
    .insertInto('orders')
    .values({
      id,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      email_key: 'ada@example.com',
      contact_key: emailKey(change.email ?? 'ada@example.com'),
      status: 'paid',
      tier: 'early',
      amount_cents: 34800,
      currency: catalog.currency,
      terms_version: '1',
      provider: 'sandbox',
      idempotency_key: `key-${id}`,
      request: '{}',
      expires_at: at,
      created_at: at,
      completed_at: at,
      paid_at: at,
      refunded_cents: 0,
      ...change,
    })
    .execute()
  return id
}

/** Queues a mail about an order in a separate transaction. It is a receipt, unless `change` says otherwise. */
export function queue(
  shop: Pick<Shop, 'database' | 'config' | 'now'>,
  orderId: string,
  change: Partial<QueuedMail> = {},
): Promise<void> {
  const mail = {
    kind: 'receipt',
    orderId,
    recipient: 'ada@example.com',
    dedupeKey: `receipt:${orderId}`,
  } as const
  return transaction(shop.database, (trx) => queueMail(trx, shop, { ...mail, ...change } as QueuedMail))
}
