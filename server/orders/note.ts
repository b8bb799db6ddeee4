import type { Kysely } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { ShopError } from '../errors.ts'
import { findOrder } from './find-orders.ts'
import { updateOrder } from './order-rows.ts'
import { type Actor, recordAction } from './seller-actions.ts'

/** The longest note, in characters. */
const longest = 1000

/**
 * Keeps the seller's own words with an order, in the place of an earlier note. The history keeps both.
 * @param text empty: removes the note
 * @throws ShopError `not_found`; `bad_input` for a long text; `conflict` if the order was erased
 */
export function setNote(database: Kysely<Schema>, id: string, text: string, actor: Actor): Promise<Order> {
  const note = text.trim()
  return transaction(database, async (trx) => {
    const order = await findOrder(trx, id)
    if (note.length > longest)
      throw new ShopError(
        'bad_input',
        `A note has at most ${longest} characters; this one has ${note.length}.`,
      )
    // The person asked for everything about them to go.
    if (order.erased_at !== null) throw new ShopError('conflict', `Order ${id} was erased.`)
    await recordAction(trx, id, 'note', actor, { note })
    return updateOrder(trx, id, { note: note || null })
  })
}
