import { Kysely } from 'kysely'
import type { Config } from '../config/env.ts'
import { type Log, silentLog } from '../log/log.ts'
import { retryWhileBusy } from './busy.ts'
import { postgresDialect } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { sqliteFile } from './sqlite-file.ts'

/** Without a password, `pg` fails with a message that names no variable ("client password must be a string"). */
function postgresRemedy(databaseUrl: string): string {
  const check = 'Check DATABASE_URL, and that the database server runs.'
  return new URL(databaseUrl).password
    ? check
    : `${check} DATABASE_URL has no password: if the database server asks for one, set PGPASSWORD.`
}

/** What to do when the shop's database does not answer. */
export const databaseRemedy = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string =>
  databaseUrl
    ? postgresRemedy(databaseUrl)
    : `Check ${sqliteFile(dataDir)}: that the disk has room, and that this user may write there. Only a damaged file has to be restored from a backup (docs/operations.md).`

/**
 * Opens Postgres if the configuration has its URL, otherwise SQLite in the data directory. The first query connects.
 * Close it with `destroy()`.
 */
export function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log = silentLog,
): Kysely<Schema> {
  if (databaseUrl) return new Kysely<Schema>({ dialect: postgresDialect(databaseUrl, log) })
  const database = new Kysely<Schema>({ dialect: sqliteDialect(sqliteFile(dataDir)) })
  // A statement outside of a transaction. `transaction` repeats those inside.
  const executor = database.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (...query) => retryWhileBusy(() => execute(...query)) as never
  return database
}
