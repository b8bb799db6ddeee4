import type { Kysely } from 'kysely'
import type { ActRecord, Download, Mail, Order, Schema, StoredEvent } from '../database/schema.ts'
import { findOrder } from '../orders/find-orders.ts'

/** Everything that the shop has stored about an order: the evidence when a payment is disputed. */
export interface OrderHistory {
  order: Order
  events: StoredEvent[]
  mails: Mail[]
  downloads: Download[]
  /** What the seller did. */
  acts: ActRecord[]
}

/** @throws ShopError `not_found` */
export async function readHistory(database: Kysely<Schema>, id: string): Promise<OrderHistory> {
  return {
    order: await findOrder(database, id),
    acts: await database
      .selectFrom('order_history')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('at')
      .execute(),
    events: await database
      .selectFrom('events')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('created_at')
      .execute(),
    mails: await database
      .selectFrom('outbox')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('created_at')
      .execute(),
    downloads: await database
      .selectFrom('downloads')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('at')
      .execute(),
  }
}
