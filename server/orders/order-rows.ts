import type { Kysely } from 'kysely'
import type { NewOrder, Order, Schema } from '../database/schema.ts'
import { type PaymentMode, storedMode } from '../payments/payment-mode.ts'
import { emailKey } from './address.ts'
import { notFound } from './find-orders.ts'

type Database = Kysely<Schema>

/** The columns that `insertOrder` sets itself: those from the email address and the payment mode, and the refunds, which are 0. */
type Derived = 'email_key' | 'contact_key' | 'provider' | 'livemode' | 'refunded_cents'

export function insertOrder(
  database: Database,
  mode: PaymentMode,
  order: Omit<NewOrder, Derived>,
): Promise<Order> {
  const key = emailKey(order.email)
  return database
    .insertInto('orders')
    .values({ ...order, ...storedMode(mode), email_key: key, contact_key: key, refunded_cents: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws ShopError `not_found` */
export async function updateOrder(database: Database, id: string, values: Partial<Order>): Promise<Order> {
  const order = await database
    .updateTable('orders')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!order) throw notFound(id)
  return order
}

/**
 * Stops announcements to the buyer of an order. A repeat changes nothing.
 * @param now ms since 1970
 * @returns whether there is such an order
 */
export async function unsubscribe(database: Database, orderId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('orders')
    .set(({ fn, val }) => ({ unsubscribed_at: fn.coalesce('unsubscribed_at', val(now)) }))
    .where('id', '=', orderId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/**
 * Removes personal data from an order. The amounts and ids stay, because the seller's accounts and later events need them.
 * @param now ms since 1970
 */
export async function redactOrder(database: Database, id: string, now: number): Promise<void> {
  const person = { name: '', email: '', email_key: '', contact_key: '', payer_email: null, payer_key: null }
  await database
    .updateTable('orders')
    .set({ ...person, note: null, client_key: null, request: '{}', checkout_url: null, erased_at: now })
    .where('id', '=', id)
    .execute()
}
