import type { Kysely } from 'kysely'
import { readProgress, storeProgress } from './progress.ts'
import type { Schema } from './schema.ts'

const id = 'backup'

/** Stores that a backup is complete. @param at ms since 1970 */
export const recordBackup = (database: Kysely<Schema>, at: number): Promise<void> =>
  storeProgress(database, id, at)

/** When the last backup was complete, in ms since 1970; null if there was none. */
export const lastBackup = (database: Kysely<Schema>): Promise<number | null> => readProgress(database, id)
