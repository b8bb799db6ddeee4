import { type Kysely, type SqlBool, sql } from 'kysely'
import { oldestFirst } from '../database/pages.ts'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { ShopError } from '../errors.ts'
import { inMode, type PaymentMode } from '../payments/payment-mode.ts'
import { findOrder } from './find-orders.ts'
import { updateOrder } from './order-rows.ts'
import { type Actor, recordAction } from './seller-actions.ts'
import { isEarned, isGranted } from './state.ts'

/** Keep the text the same as in the partial index `orders_owed`: databases use it only for an equal condition. */
const mayBeOwed = sql<SqlBool>`(status in ('paid', 'disputed') and consultation_done_at is null and erased_at is null)`

/** Orders in one payment mode whose consultation has not been held, oldest first, read page by page. */
export async function* consultationsOwed(database: Kysely<Schema>, mode: PaymentMode): AsyncGenerator<Order> {
  const orders = database.selectFrom('orders').selectAll().where(inMode(mode)).where(mayBeOwed)
  for await (const order of oldestFirst(orders)) if (isEarned(order) && !isGranted(order)) yield order
}

/**
 * Records that the consultation of an order was held.
 * @param at when, in ms since 1970; null removes the record
 * @throws ShopError `not_found`; `conflict` when it is recorded already, when the order is not paid, or when there is no record
 * to remove
 */
export async function recordConsultation(
  database: Kysely<Schema>,
  id: string,
  at: number | null,
  actor: Actor,
): Promise<Order> {
  const order = await findOrder(database, id)
  const refuse = (message: string, remedy: string) => new ShopError('conflict', message, { remedy })
  if (at !== null && order.consultation_done_at !== null)
    throw refuse(`The consultation of order ${id} is already marked as done.`, '--undo removes the mark.')
  if (at === null && order.consultation_done_at === null)
    throw refuse(`The consultation of order ${id} is not marked as done.`, 'Check the order id.')
  if (at !== null && !isEarned(order))
    throw refuse(`Order ${id} is ${order.status}: no consultation is owed.`, 'Check the order id.')
  return transaction(database, async (trx) => {
    await recordAction(trx, id, at === null ? 'consultation-not-held' : 'consultation-held', actor)
    return updateOrder(trx, id, { consultation_done_at: at })
  })
}
