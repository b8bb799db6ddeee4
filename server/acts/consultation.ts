import type { Kysely } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { ShopError } from '../errors.ts'
import { findOrder } from '../orders/find-orders.ts'
import { updateOrder } from '../orders/order-rows.ts'
import { type Actor, recordAction } from '../orders/seller-actions.ts'
import { isEarned } from '../orders/state.ts'

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
