import type { Kysely } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { ShopError } from '../errors.ts'
import { findOrder } from '../orders/find-orders.ts'
import { updateOrder } from '../orders/order-rows.ts'
import { type Actor, recordAction } from '../orders/seller-actions.ts'
import { readTypedName } from '../orders/typed-name.ts'

/**
 * Corrects the buyer's name, also in mail that is already queued.
 * @throws ShopError `bad_input` for a name that the checkout would refuse, `not_found`, or `conflict` if the order was erased
 */
export const changeName = (
  database: Kysely<Schema>,
  id: string,
  name: string,
  actor: Actor,
): Promise<Order> =>
  transaction(database, async (trx) => {
    const before = await findOrder(trx, id)
    if (before.erased_at !== null) throw new ShopError('conflict', `Order ${id} was erased.`)
    const names = { from: before.name, to: readTypedName(before, name) }
    await recordAction(trx, id, 'change-name', actor, names)
    return updateOrder(trx, id, { name: names.to })
  })
