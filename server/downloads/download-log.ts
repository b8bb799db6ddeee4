import type { Kysely, Transaction } from 'kysely'
import type { Download, Schema } from '../database/schema.ts'

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
  const { numUpdatedRows } = await database
    .updateTable('downloads')
    .set({ ip: '', user_agent: '' })
    .where('at', '<', usedBefore)
    .where((download) => download.or([download('ip', '!=', ''), download('user_agent', '!=', '')]))
    .where('order_id', 'not in', (select) =>
      select.selectFrom('orders').select('id').where('dispute', '=', 'open'),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
