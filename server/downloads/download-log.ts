import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { Download, Schema } from '../database/schema.ts'

/** The rows of one statement. Keep the number small, because buyers wait while it runs. */
const batch = 500

/** Keep the text the same as in the partial index `downloads_traced`: databases use it only for an equal condition. */
const hasTraces = sql<SqlBool>`(ip != '' or user_agent != '')`

const day = 24 * 3_600_000
/** The most rows of each kind that one order gets in a day. A buyer must not bury the first ones, which are the evidence. */
const mostEachDay = 100

/**
 * Stores a view of the download page or a download. It is evidence if the buyer disputes the payment. Does nothing if the order
 * has many of this kind already.
 */
export async function recordDownload(database: Kysely<Schema>, row: Download): Promise<void> {
  const recent = await database
    .selectFrom('downloads')
    .select('id')
    .where('order_id', '=', row.order_id)
    .where('kind', '=', row.kind)
    .where('at', '>', row.at - day)
    .limit(mostEachDay)
    .execute()
  if (recent.length >= mostEachDay) return
  await database.insertInto('downloads').values(row).execute()
}

/** Removes the IP addresses and browsers of everybody who used the links of an order. */
export async function redactDownloads(trx: Transaction<Schema>, orderId: string): Promise<void> {
  await trx.updateTable('downloads').set({ ip: '', user_agent: '' }).where('order_id', '=', orderId).execute()
}

/**
 * Removes IP addresses and browsers that were stored before a time. An order with an open dispute keeps them as evidence.
 * @param usedBefore ms since 1970
 * @returns the number of changed rows, at most `batch`. Call it until it is 0
 */
export async function redactOldDownloads(database: Kysely<Schema>, usedBefore: number): Promise<number> {
  const old = await database
    .selectFrom('downloads')
    .select('id')
    .where('at', '<', usedBefore)
    .where(hasTraces)
    .where(({ not, exists, selectFrom }) => {
      const order = selectFrom('orders').select('orders.id').whereRef('orders.id', '=', 'downloads.order_id')
      return not(exists(order.where('orders.dispute', '=', 'open')))
    })
    // Sort as the index does. Otherwise Postgres guesses that the first rows of the table are enough.
    .orderBy('at')
    .limit(batch)
    .execute()
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  const redaction = { ip: '', user_agent: '' }
  const { numUpdatedRows } = await database
    .updateTable('downloads')
    .set(redaction)
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
