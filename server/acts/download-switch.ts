import type { Kysely } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { findOrder } from '../orders/find-orders.ts'
import { updateOrder } from '../orders/order-rows.ts'
import { type Actor, recordAction } from '../orders/seller-actions.ts'
import { mayDownload } from '../orders/state.ts'
import { sendReceiptAgain } from '../outbox/send-again.ts'

/** Closes the download of an order, paid or not. @throws ShopError `not_found` */
export const revoke = (database: Kysely<Schema>, id: string, actor: Actor): Promise<Order> =>
  transaction(database, async (trx) => {
    const order = await updateOrder(trx, id, { revoked_at: actor.now, restored_at: null })
    await recordAction(trx, id, 'revoke', actor)
    return order
  })

/**
 * Opens the download of an order again: undoes `revoke`, and lets the buyer download even after a lost dispute. If the receipt
 * failed because the download was closed, it is sent now. The download of a refunded or unpaid order stays closed.
 * @throws ShopError `not_found`
 */
export const restore = (database: Kysely<Schema>, id: string, actor: Actor): Promise<Order> =>
  transaction(database, async (trx) => {
    const { dispute } = await findOrder(trx, id)
    const order = await updateOrder(trx, id, {
      revoked_at: null,
      restored_at: dispute === 'lost' ? actor.now : null,
    })
    await recordAction(trx, id, 'restore', actor, dispute === 'lost' ? { dispute } : {})
    if (mayDownload(order)) await sendReceiptAgain(trx, order, actor.now)
    return order
  })
