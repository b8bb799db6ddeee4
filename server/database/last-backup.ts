import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

const id = 'backup'

/** Stores that a backup is complete. @param at ms since 1970 */
export async function noteBackup(database: Kysely<Schema>, at: number): Promise<void> {
  await database
    .insertInto('progress')
    .values({ id, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute()
}

/** When the last backup was complete, in ms since 1970; null if there was none. */
export async function lastBackup(database: Kysely<Schema>): Promise<number | null> {
  const row = await database.selectFrom('progress').select('at').where('id', '=', id).executeTakeFirst()
  return row ? Number(row.at) : null
}
