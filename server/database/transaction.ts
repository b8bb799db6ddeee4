import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** Any number, the same in every process: the one lock that the shop's transactions take on Postgres. */
const turn = 50_348_497

const attempts = 5

/** Postgres: serialization failure, deadlock (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const postgresRetries = new Set(['40001', '40P01'])
/** SQLITE_BUSY (https://www.sqlite.org/rescode.html): the busy timeout ran out before our turn came. */
const sqliteBusy = 5

function passes(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  return errcode === sqliteBusy || postgresRetries.has(code ?? '')
}

/**
 * Runs `work` in one transaction; the shop's transactions run one after another, on SQLite by its write lock
 * and on Postgres by an advisory lock, across all processes. So what one reads stays true until it commits:
 * seats are counted exactly, and an event cannot slip past the order that it belongs to.
 *
 * Talk to nothing but the database inside: everybody waits.
 * @param work may run again when the database asks for it; its only effects go through the transaction
 */
export async function transaction<T>(
  database: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const postgres = database.getExecutor().adapter instanceof PostgresAdapter
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction().execute(async (trx) => {
        if (postgres) await sql`select pg_advisory_xact_lock(${sql.lit(turn)})`.execute(trx)
        return await work(trx)
      })
    } catch (error) {
      if (attempt === attempts || !passes(error)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}
