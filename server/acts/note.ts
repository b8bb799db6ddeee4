import type { Kysely } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { ShopError } from '../errors.ts'
import { findOrder } from '../orders/find-orders.ts'
import { updateOrder } from '../orders/order-rows.ts'
import { type Actor, recordAction } from '../orders/seller-actions.ts'

/** The longest note, in characters, with all that was added to it. */
export const longestNote = 1000

/**
 * Keeps the seller's own words with an order, after an earlier note or in its place. The history has each change.
 * @param text empty: removes the note
 * @throws ShopError `not_found`; `bad_input` for a long note; `conflict` if the order was erased
 */
export function keepNote(
  database: Kysely<Schema>,
  id: string,
  { text, replaces }: { text: string; replaces: boolean },
  actor: Actor,
): Promise<Order> {
  const typed = text.trim()
  return transaction(database, async (trx) => {
    const order = await findOrder(trx, id)
    const note = order.note === null || replaces || typed === '' ? typed : `${order.note}; ${typed}`
    if (note.length > longestNote)
      throw new ShopError(
        'bad_input',
        `A note has at most ${longestNote} characters; this one would have ${note.length}.`,
      )
    // The person asked for everything about them to go.
    if (order.erased_at !== null) throw new ShopError('conflict', `Order ${id} was erased.`)
    await recordAction(trx, id, 'note', actor, { note })
    return updateOrder(trx, id, { note: note || null })
  })
}
