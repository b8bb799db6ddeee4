import { setImmediate as letOthersRun } from 'node:timers/promises'
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { Download, Schema } from '../database/schema.ts'

/** Rows of one statement: buyers wait while it runs. */
const batch = 500

/** In the words of the partial index `downloads_traced`, which a database uses only for the same condition. */
const hasTraces = sql<SqlBool>`(ip != '' or user_agent != '')`

/** Stores what was handed out to whom: the evidence when a payment is disputed. */
export async function recordDownload(database: Kysely<Schema>, row: Download): Promise<void> {
  await database.insertInto('downloads').values(row).execute()
}

/** Removes the addresses and browsers of everybody who used the links of an order. */
export async function redactDownloads(trx: Transaction<Schema>, orderId: string): Promise<void> {
  await trx.updateTable('downloads').set({ ip: '', user_agent: '' }).where('order_id', '=', orderId).execute()
}

/**
 * Removes addresses and browsers that were stored before a time. An order with an open dispute keeps them: they are the
 * evidence.
 * @param usedBefore ms since 1970
 * @returns how many rows that was
 */
export async function redactOldDownloads(database: Kysely<Schema>, usedBefore: number): Promise<number> {
  let redacted = 0
  for (;;) {
    const { numUpdatedRows } = await database
      .updateTable('downloads')
      .set({ ip: '', user_agent: '' })
      .where('id', 'in', (select) =>
        select
          .selectFrom('downloads as old')
          .select('old.id')
          .where('old.at', '<', usedBefore)
          .where(hasTraces)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('orders')
                  .select('orders.id')
                  .whereRef('orders.id', '=', 'old.order_id')
                  .where('orders.dispute', '=', 'open'),
              ),
            ),
          )
          .limit(batch),
      )
      .executeTakeFirst()
    redacted += Number(numUpdatedRows)
    if (numUpdatedRows < BigInt(batch)) return redacted
    await letOthersRun()
  }
}
