import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Keep the text the same as in the partial index `downloads_traced`: databases use it only for an equal condition. */
const hasTraces = sql<SqlBool>`(ip != '' or user_agent != '')`

/** Removes the IP addresses and browsers of everybody who used the links of an order. */
export async function redactDownloads(trx: Transaction<Schema>, orderId: string): Promise<void> {
  await trx.updateTable('downloads').set({ ip: '', user_agent: '' }).where('order_id', '=', orderId).execute()
}

/**
 * Removes IP addresses and browsers that were stored before a time. An order with an open dispute keeps them as evidence.
 * @param usedBefore ms since 1970
 * @returns the number of changed rows
 */
export async function redactOldDownloads(database: Kysely<Schema>, usedBefore: number): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('downloads')
    .set({ ip: '', user_agent: '' })
    .where('at', '<', usedBefore)
    .where(hasTraces)
    .where(({ not, exists, selectFrom }) => {
      const order = selectFrom('orders').select('orders.id').whereRef('orders.id', '=', 'downloads.order_id')
      return not(exists(order.where('orders.dispute', '=', 'open')))
    })
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
