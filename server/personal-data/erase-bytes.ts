import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Config } from '../config/env.ts'
import { removeFormerDatabases } from '../database/former-database.ts'
import type { Schema } from '../database/schema.ts'
import { reasonOf } from '../errors.ts'

const isPostgres = (database: Kysely<Schema>) => database.getExecutor().adapter instanceof PostgresAdapter

/**
 * Empties SQLite's write-ahead log after its content is in the database file. The log holds earlier versions of the pages, and with
 * them what was erased since. Does nothing on Postgres.
 * @param waitMs how long to wait for programs that read, in ms
 * @returns false if another program was still reading
 */
export async function emptyLog(database: Kysely<Schema>, waitMs: number): Promise<boolean> {
  if (isPostgres(database)) return true
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    // https://www.sqlite.org/pragma.html#pragma_wal_checkpoint
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database)
    if (rows[0]?.busy === 0) return true
    if (performance.now() >= giveUpAt) return false
    await pause(50)
  }
}

/** The tables with rows that `eraseOrder` changes or deletes. */
const tablesAboutPeople = [
  'orders',
  'outbox',
  'downloads',
  'order_history',
  'sandbox_sessions',
] as const satisfies (keyof Schema)[]

/**
 * Postgres keeps the earlier version of a changed row, and a plain `vacuum` overwrites nothing. The shop does not run the statement by
 * itself, because it blocks all sales while it runs (https://www.postgresql.org/docs/current/sql-vacuum.html).
 */
const leftInPostgres = `Postgres still holds the earlier version of these rows in the files of its tables. To remove it, run this in psql, at a quiet hour, because nobody can order meanwhile: vacuum full ${tablesAboutPeople.join(', ')}; Its write-ahead log and your copies of it hold the rows until it is recycled.`

/** How long an erasure waits for programs that read the database, in ms. */
const longestWait = 5000

/**
 * Removes what remains of erased people in the files of `dataDir`: in databases that the shop no longer uses, in unused parts of the
 * database file, and in the write-ahead log. Call it after `erasePerson`.
 * @returns a sentence about what is left; null: nothing is
 */
export async function eraseBytes(
  database: Kysely<Schema>,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<string | null> {
  removeFormerDatabases(dataDir)
  if (isPostgres(database)) return leftInPostgres
  try {
    // `secure_delete` overwrites what is deleted, but when SQLite divides a full page, a copy of a row may stay in its unused
    // part: that of 1 in 2,000 erased orders in a test. So the file is written anew, with current rows only. Nobody can write meanwhile.
    await sql`vacuum`.execute(database)
  } catch (error) {
    return `The database file could not be written anew (${reasonOf(error)}), so unused parts of it may still hold old text. The next erasure tries again.`
  }
  if (await emptyLog(database, longestWait)) return null
  return 'Another program is reading the database, so its log, shop.db-wal, still holds old text. The server empties the log within an hour after that program has ended.'
}
