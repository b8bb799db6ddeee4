import type { Kysely } from 'kysely'
import { retryWhileBusy } from './busy.ts'
import type { Schema } from './schema.ts'

/**
 * Writes a row and removes it in one transaction, so that nobody sees it. A write that changes no row, or that is rolled
 * back, never reaches SQLite's file, so the check would pass while the disk is full.
 * @param now in ms since 1970
 */
export async function checkWrites(database: Kysely<Schema>, now: number): Promise<void> {
  const id = `check:${crypto.randomUUID()}`
  await retryWhileBusy(() =>
    database.transaction().execute(async (trx) => {
      await trx.insertInto('progress').values({ id, at: now }).execute()
      await trx.deleteFrom('progress').where('id', '=', id).execute()
    }),
  )
}
