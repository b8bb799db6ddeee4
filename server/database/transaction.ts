import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, PostgresAdapter, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

const attempts = 5

/** Postgres: serialization failure, deadlock (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const retries = new Set(['40001', '40P01'])

const passes = (error: unknown): boolean =>
  error instanceof Error && retries.has((error as Error & { code?: string }).code ?? '')

/** What a transaction waits for on Postgres: an advisory lock, the same in every process, held until it ends. */
export type Turn = RawBuilder<unknown>

/** The numbers are any, as long as nobody else on the database server uses them. */
export const turns = {
  /** Whoever changes orders. */
  orders: sql`select pg_advisory_xact_lock(50348497)`,
  /** Beside others of this turn: for a write to one's own order that must only not meet a change half way. */
  ownOrder: sql`select pg_advisory_xact_lock_shared(50348497)`,
  /** Whoever takes what is counted. */
  seats: sql`select pg_advisory_xact_lock(50348498)`,
  /** One at a time for each buyer. Two whose hashes meet wait for each other, no more. */
  buyer(emailKey: string): Turn {
    const hash = createHash('sha256').update(emailKey).digest().readInt32BE()
    return sql`select pg_advisory_xact_lock(50348499, ${sql.lit(hash)})`
  },
}

/** Waits for one more turn within a transaction. On SQLite every transaction has all turns from its begin on. */
export async function takeTurn(trx: Transaction<Schema>, turn: Turn): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter) await turn.execute(trx)
}

/**
 * Runs `work` in one transaction; those of one turn run one after another, on SQLite by its write lock and on
 * Postgres by an advisory lock, across all processes. So what one reads stays true until it commits: an event
 * cannot slip past the order that it belongs to.
 *
 * Talk to nothing but the database inside: everybody waits.
 * @param work may run again when Postgres asks for it; its only effects go through the transaction
 * @throws ShopError `unavailable` when another program holds SQLite's write lock for seconds
 */
export async function transaction<T>(
  database: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
  turn: Turn = turns.orders,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      // Whatever the database's default: what is counted after waiting for a turn must be as it is then.
      const isolated = database.transaction().setIsolationLevel('read committed')
      return await isolated.execute(async (trx) => {
        await takeTurn(trx, turn)
        return await work(trx)
      })
    } catch (error) {
      if (attempt === attempts || !passes(error)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}
