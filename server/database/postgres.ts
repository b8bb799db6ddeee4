import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log/log.ts'

/** Postgres type 20, `bigint`: our times and counts, all far below 2^53. */
const bigintType = 20

/**
 * @param url `postgres://…`
 * @param log told when a connection breaks; without a listener that would end the process
 * @param statementLimitMs longest time for one statement, in ms; 0: none
 */
export function postgresDialect(url: string, log: Log, statementLimitMs = 10_000): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'shop',
    max: 10,
    connectionTimeoutMillis: 10_000,
    // A host that took a question and was replaced before it answered says nothing ever more: without these probes its
    // connection is waited for until the shop is restarted.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A machine that hangs inside a transaction must not stop the others' sales for longer than this.
    statement_timeout: statementLimitMs,
    idle_in_transaction_session_timeout: 10_000,
    types: {
      getTypeParser: (type, format) =>
        type === bigintType && format !== 'binary' ? Number : pg.types.getTypeParser(type, format),
    },
  })
  const lost = (error: Error) => log.warn('database.connection_lost', { error })
  // The pool listens to a connection only while it is idle; one that ends in the middle of a transaction tells of it here.
  pool.on('connect', (client) => client.on('error', lost))
  // It passes on what an idle connection has told.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
