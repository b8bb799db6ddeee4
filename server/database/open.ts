import { accessSync } from 'node:fs'
import { Kysely } from 'kysely'
import type { Config } from '../config/env.ts'
import { ShopError } from '../errors.ts'
import { type Log, silentLog } from '../log/log.ts'
import { retryWhileBusy } from './busy.ts'
import { postgresDialect } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect, sqliteFile } from './sqlite.ts'

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
 * Whether the database is there, for a command: unlike the server, it makes none.
 * @returns ShopError `not_found`; null: the database can be opened
 */
export function databaseProblem({ databaseUrl, dataDir }: Config): ShopError | null {
  if (databaseUrl) return null
  try {
    accessSync(sqliteFile(dataDir))
    return null
  } catch (cause) {
    return new ShopError('not_found', `There is no shop in ${dataDir}, or this user may not read it.`, {
      remedy:
        "Start it once with npm start, set DATA_DIR to the server's data folder, or run this as the user of the server.",
      cause,
    })
  }
}

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
