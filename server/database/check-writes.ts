import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Writes a row and removes it, in one transaction, so that nobody sees it. A write that changes no row, or is rolled
 * back, never reaches SQLite's file, and passes while the disk is full.
 * @param now in ms since 1970
 */
export async function checkWrites(database: Kysely<Schema>, now: number): Promise<void> {
  const id = `check:${crypto.randomUUID()}`
  const row = { id, provider: 'sandbox', type: 'check', outcome: 'ignored', payload: '{}' } as const
  await database.transaction().execute(async (trx) => {
    await trx
      .insertInto('events')
      .values({ ...row, created_at: now })
      .execute()
    await trx.deleteFrom('events').where('id', '=', id).execute()
  })
}
