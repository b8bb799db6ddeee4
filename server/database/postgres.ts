import { type Dialect, type Kysely, PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import type { Schema } from './schema.ts'

export const isPostgres = (database: Kysely<Schema>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter

/** Postgres type 20, `bigint`: our times and counts, all far below 2^53. */
const bigintType = 20

/**
 * Sets no parameters of a session, because PgBouncer refuses them, and gives a session to many clients. `transaction` limits the time of
 * its statements.
 * @param url `postgres://…`
 * @param log gets a line when a connection breaks
 */
export function postgresDialect(url: string, log: Log): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'shop',
    max: 10,
    connectionTimeoutMillis: 10_000,
    // If a host is replaced after it took a query, its answer never comes. Without these probes, the shop would wait for
    // that connection until it is restarted.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: {
      getTypeParser: (type, format) =>
        type === bigintType && format !== 'binary' ? Number : pg.types.getTypeParser(type, format),
    },
  })
  const lost = (error: Error) => log.warn('database.connection_lost', { error })
  // The pool listens to a connection only while it is idle. This listener is for a connection that ends in the middle of a
  // transaction. Without it, that event would end the process.
  pool.on('connect', (client) => client.on('error', lost))
  // The pool repeats the errors of idle connections, which are already logged.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
