import { Kysely } from 'kysely'
import type { Config } from '../config/env.ts'
import { type Log, silentLog } from '../log/log.ts'
import { postgresDialect } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect, sqliteFile } from './sqlite.ts'

/** What to do when the shop's database cannot be asked. */
export const databaseRemedy = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string =>
  databaseUrl
    ? 'Check DATABASE_URL, and that the database server runs.'
    : `Check ${sqliteFile(dataDir)}: that the disk has room, and that this user may write there. Only a damaged file has to be restored from a backup (docs/operations.md).`

/**
 * Postgres when the configuration names one, else SQLite in its data directory. Connects with the first query.
 * End it with `destroy()`.
 * @param options.statementLimitMs longest time for one statement on Postgres, in ms; 0: none
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
