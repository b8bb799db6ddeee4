import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Stores how far a repeated task has come. @param at the task is done up to this time, in ms since 1970 */
export async function storeProgress(database: Kysely<Schema>, id: string, at: number): Promise<void> {
  await database
    .insertInto('progress')
    .values({ id, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute()
}

/** @returns ms since 1970; null if the task has not run */
export async function readProgress(database: Kysely<Schema>, id: string): Promise<number | null> {
  const row = await database.selectFrom('progress').select('at').where('id', '=', id).executeTakeFirst()
  return row ? Number(row.at) : null
}
