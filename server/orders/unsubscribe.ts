import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * Stops announcements to the buyer of an order. A repeat changes nothing.
 * @param now ms since 1970
 * @returns whether there is such an order
 */
export async function unsubscribe(database: Kysely<Schema>, orderId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('orders')
    .set(({ fn, val }) => ({ unsubscribed_at: fn.coalesce('unsubscribed_at', val(now)) }))
    .where('id', '=', orderId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
