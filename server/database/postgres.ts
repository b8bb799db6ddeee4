import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'

/** Postgres type 20, `bigint`: our times and counts, all far below 2^53. */
const bigintType = 20

/**
 * @param url `postgres://…`
 * @param log told when an idle connection breaks; without a listener that would end the process
 */
export function postgresDialect(url: string, log: Log): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'shop',
    max: 10,
    connectionTimeoutMillis: 10_000,
    // A machine that hangs inside a transaction must not stop the others' sales for longer than this.
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    types: {
      getTypeParser: (type, format) =>
        type === bigintType && format !== 'binary' ? Number : pg.types.getTypeParser(type, format),
    },
  })
  pool.on('error', (error) => log.warn('database.connection_lost', { error }))
  return new PostgresDialect({ pool })
}
