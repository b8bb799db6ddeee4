import type { Kysely } from 'kysely'
import type { Download, Mail, Order, Schema, SellerAction, StoredEvent } from '../database/schema.ts'
import { findOrder } from '../orders/find-orders.ts'
import { otherPaidOrders } from '../orders/paid-twice.ts'

/** Everything that the shop has stored about an order: the evidence when a payment is disputed. */
export interface OrderHistory {
  order: Order
  events: StoredEvent[]
  mails: Mail[]
  downloads: Download[]
  /** The changes that the seller made. */
  actions: SellerAction[]
  /** The other paid orders of the same buyer. */
  otherPaid: Order[]
}

/** @throws ShopError `not_found` */
export async function readHistory(database: Kysely<Schema>, id: string): Promise<OrderHistory> {
  const order = await findOrder(database, id)
  const events = database.selectFrom('events').selectAll().where('order_id', '=', id).orderBy('created_at')
  const mails = database.selectFrom('outbox').selectAll().where('order_id', '=', id).orderBy('created_at')
  const downloads = database.selectFrom('downloads').selectAll().where('order_id', '=', id).orderBy('at')
  const actions = database.selectFrom('order_history').selectAll().where('order_id', '=', id).orderBy('at')
  return {
    order,
    actions: await actions.execute(),
    events: await events.execute(),
    mails: await mails.execute(),
    downloads: await downloads.execute(),
    otherPaid: await otherPaidOrders(database, order),
  }
}
