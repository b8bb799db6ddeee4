import { accessSync } from 'node:fs'
import path from 'node:path'
import { type Config, describeProblems } from '../server/config/env.ts'
import { pendingMigrations } from '../server/database/migrate.ts'
import { movedProblem } from '../server/database/moved.ts'
import { databaseRemedy, openDatabase } from '../server/database/open.ts'
import { sqliteFile } from '../server/database/sqlite.ts'
import type { Dependencies } from '../server/dependencies.ts'
import { reasonOf, ShopError } from '../server/errors.ts'
import { silentLog } from '../server/log/log.ts'
import { openPayments } from '../server/start/build-dependencies.ts'
import type { Io } from './io.ts'

export type Shop = Omit<Dependencies, 'mailer' | 'kit' | 'linkSecret'>

/** @throws ShopError with every problem of the configuration */
export function readConfig(io: Io): Config {
  const env = io.env()
  if (env.ok) return env.config
  throw new ShopError('bad_input', describeProblems(env.problems))
}

/**
 * The migrations that a database lacks.
 * @param remedy what to do when it cannot be asked
 * @throws ShopError `unavailable` with that remedy, or when the database is newer than this program
 */
export function pendingIn(database: Shop['database'], remedy: string): Promise<string[]> {
  return pendingMigrations(database).catch((cause) => {
    if (cause instanceof ShopError) throw cause
    throw new ShopError('unavailable', `The database does not answer: ${reasonOf(cause)}.`, {
      remedy,
      cause,
    })
  })
}

/** @throws ShopError when there is nothing to connect to, or its schema is not this program's */
async function checkSchema(config: Config, database: Shop['database']): Promise<void> {
  const pending = await pendingIn(database, databaseRemedy(config))
  if (pending.length === 0) return
  const place = config.databaseUrl ? 'The database' : path.relative('.', sqliteFile(config.dataDir))
  throw new ShopError('unavailable', `${place} is behind this version (${pending.join(', ')}).`, {
    remedy: 'Start the server once, which brings it up to date: npm start',
  })
}

/** A shell that lacks the server's variables looks at the sandbox's orders, and finds none owed, open or sold. */
async function warnOfOtherTill(io: Io, database: Shop['database'], provider: string): Promise<void> {
  if (provider !== 'sandbox') return
  const last = await database
    .selectFrom('orders')
    .select('provider')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.provider === provider) return
  io.error(
    `The last order here was taken by ${last.provider}, and this command is set up for the sandbox: what belongs to ${last.provider} is left out. Set the variables that the server has.\n`,
  )
}

/**
 * Why there is no database to open: `not_found`, `unavailable` when this user may not even look for it, or `conflict`
 * when its orders are elsewhere by now.
 */
export function databaseProblem({ databaseUrl, dataDir }: Config): ShopError | null {
  if (databaseUrl) return null
  try {
    accessSync(sqliteFile(dataDir))
    return movedProblem(dataDir)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM') {
      return new ShopError('unavailable', `This user may not look into ${dataDir}.`, {
        remedy: 'Run the command as the user that the server runs as.',
        cause,
      })
    }
    return new ShopError('not_found', `There is no shop in ${dataDir} yet.`, {
      remedy: 'Start it once with npm start, or set DATA_DIR to where the server keeps its data.',
      cause,
    })
  }
}

/**
 * Works on the shop's own database through a connection of its own; the server may run meanwhile.
 * @throws ShopError when there is no database yet, or none that this user may see, or it is the wrong one
 */
export async function withShop<T>(io: Io, work: (shop: Shop) => Promise<T>): Promise<T> {
  const config = readConfig(io)
  const problem = databaseProblem(config)
  if (problem) throw problem
  const database = openDatabase(config)
  try {
    await checkSchema(config, database)
    const rest = { database, log: silentLog, now: Date.now }
    // Commands sign no link, so they need no key and make none.
    const { payments } = openPayments(config, '', rest)
    await warnOfOtherTill(io, database, payments.name)
    return await work({ config, payments, ...rest })
  } finally {
    await database.destroy()
  }
}
