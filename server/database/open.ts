import { Kysely } from 'kysely'
import type { Config } from '../config/env.ts'
import { type Log, silentLog } from '../log/log.ts'
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
 * @param options.statementLimitMs the longest time for one statement on Postgres, in ms; 0: no limit
 */
export function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log = silentLog,
  options: { statementLimitMs?: number } = {},
): Kysely<Schema> {
  const dialect = config.databaseUrl
    ? postgresDialect(config.databaseUrl, log, options.statementLimitMs)
    : sqliteDialect(sqliteFile(config.dataDir))
  return new Kysely<Schema>({ dialect })
}
