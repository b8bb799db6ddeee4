import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import pLimit from 'p-limit'
import { retryWhileBusy } from './busy.ts'
import { isPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'

const attempts = 5

/** Postgres: serialization failure and deadlock (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const transientCodes = new Set(['40001', '40P01'])

const isTransient = (error: unknown): boolean =>
  error instanceof Error && transientCodes.has((error as Error & { code?: string }).code ?? '')

/** An advisory lock of Postgres. All processes share it, and the transaction that takes it holds it until its end. */
type Lock = RawBuilder<unknown>

/** The numbers are arbitrary. No other program on the database server may use them. */
export const locks = {
  /** For every change of orders. */
  orders: sql`select pg_advisory_xact_lock(50348497)`,
  /**
   * The shared form of the lock `orders`: for a write to the caller's own order that must not run during a change of orders.
   */
  ownOrder: sql`select pg_advisory_xact_lock_shared(50348497)`,
  /** For counting and taking early-bird seats, and kits if their number is limited. */
  seats: sql`select pg_advisory_xact_lock(50348498)`,
  /** One lock for each buyer. Two buyers with the same hash wait for each other, which does no harm. */
  buyer(emailKey: string): Lock {
    const hash = createHash('sha256').update(emailKey).digest().readInt32BE()
    return sql`select pg_advisory_xact_lock(50348499, ${sql.lit(hash)})`
  },
}

/** Waits for one more lock within a transaction. On SQLite every transaction holds all locks from its beginning. */
export async function takeLock(trx: Transaction<Schema>, lock: Lock): Promise<void> {
  if (isPostgres(trx)) await lock.execute(trx)
}

/** The transactions of SQLite wait here and not at its one connection, so that other statements come in between. */
const oneAtATime = pLimit(1)

/**
 * A machine that hangs inside a transaction must not block the sales of other machines for longer than this, in ms. `set local` ends with
 * the transaction, so the session can belong to another client of PgBouncer afterwards.
 */
const limits = sql`select set_config('statement_timeout', '10000', true),
  set_config('idle_in_transaction_session_timeout', '10000', true)`

/**
 * Runs `work` in one transaction. Transactions with the same lock run one after another, across all processes: on SQLite by
 * its write lock, on Postgres by an advisory lock. So what a transaction reads stays true until it commits, and an event
 * cannot miss its order because both are stored at the same moment.
 *
 * Call only the database in `work`, because all other transactions wait, and call it as `trx`: on SQLite, another statement waits for
 * this transaction.
 * @param work may run again after a transient error of Postgres, so it has no effects outside the transaction
 * @throws ShopError `unavailable` when another program holds SQLite's write lock for seconds
 */
export async function transaction<T>(
  database: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
  lock: Lock = locks.orders,
): Promise<T> {
  // Each statement sees what was committed before it. What is counted after waiting for a lock must be up to date.
  const isolated = database.transaction().setIsolationLevel('read committed')
  const run = () =>
    isolated.execute(async (trx) => {
      if (isPostgres(trx)) await limits.execute(trx)
      await takeLock(trx, lock)
      return work(trx)
    })
  for (let attempt = 1; ; attempt++) {
    try {
      return await retryWhileBusy(() => (isPostgres(database) ? run() : oneAtATime(run)))
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}
