import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Schema } from './schema.ts'

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

/**
 * Writes SQLite's database file anew, with current rows only. `secure_delete` overwrites what is deleted, but when SQLite
 * divides a full page, a copy of a row may stay in its unused part: that of 1 in 2,000 erased orders in a test. Nobody can write
 * meanwhile. Does nothing on Postgres.
 */
export async function rewriteFile(database: Kysely<Schema>): Promise<void> {
  if (!isPostgres(database)) await sql`vacuum`.execute(database)
}
