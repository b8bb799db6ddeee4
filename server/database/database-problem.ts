import { accessSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { Config } from '../config/env.ts'
import { reasonOf, ShopError } from '../errors.ts'
import { pendingMigrations } from './migrate.ts'
import type { Schema } from './schema.ts'
import { sqliteFile } from './sqlite-file.ts'

/**
 * The reason why the database cannot be opened: `not_found`; `unavailable` if this user may not read the folder.
 * Null: it can be opened.
 */
export function databaseProblem({ databaseUrl, dataDir }: Config): ShopError | null {
  if (databaseUrl) return null
  try {
    accessSync(sqliteFile(dataDir))
    return null
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM') {
      return new ShopError('unavailable', `This user may not read ${dataDir}.`, {
        remedy: 'Run the command as the user of the server.',
        cause,
      })
    }
    return new ShopError('not_found', `There is no shop in ${dataDir} yet.`, {
      remedy: "Start it once with npm start, or set DATA_DIR to the server's data folder.",
      cause,
    })
  }
}

/**
 * The names of the migrations that a database lacks.
 * @param remedy what to do if the database does not answer
 * @throws ShopError `unavailable` with that remedy, or if the database is newer than this program
 */
export function pendingIn(database: Kysely<Schema>, remedy: string): Promise<string[]> {
  return pendingMigrations(database).catch((cause) => {
    if (cause instanceof ShopError) throw cause
    throw new ShopError('unavailable', `The database does not answer: ${reasonOf(cause)}.`, {
      remedy,
      cause,
    })
  })
}
