import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { reasonOf, ShopError } from '../errors.ts'
import { retryWhileBusy } from './busy.ts'
import * as firstRelease from './migrations/001-first-release.ts'
import { isPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { locks, takeLock } from './transaction.ts'

/**
 * In order of their names. Never change a migration that was released: Kysely compares only names, so a database from before
 * would never get the change. Add one, as CONTRIBUTING.md shows. Before the first release, `001-first-release` may change.
 */
const migrations: Record<string, Migration> = { '001-first-release': firstRelease }

const migratorOf = (database: Kysely<Schema>) =>
  new Migrator({ db: database, provider: { getMigrations: async () => migrations } })

/** Whether Kysely found migrations in the database that this program does not have. Kysely's error has no code. */
const isOfAnotherVersion = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('corrupted migrations')

const otherVersion = () =>
  new ShopError('unavailable', 'Another version of the shop has used the database.', {
    remedy:
      'Run the newest version that has used it. Or, if it has no orders that you need, move shop.db out of DATA_DIR (on Postgres, create an empty database), and start this version.',
  })

/** @throws ShopError `unavailable` if the database has migrations that this program lacks: it is newer, or from before the first release */
async function checkVersion(database: Kysely<Schema>): Promise<void> {
  const executed = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
  const names = (await executed.execute(database)).rows.map(({ name }) => name)
  if (!names.every((name) => Object.hasOwn(migrations, name))) throw otherVersion()
}

/**
 * Brings the database's schema up to date, in one transaction. If several processes start at the same moment, only one of them does it,
 * and the others wait, however long.
 * @param remedy what to do when the database cannot be reached
 * @throws ShopError `unavailable` with what to do, when a migration fails (it is rolled back), the database cannot be
 * reached, or another version has used it
 */
export async function migrate(database: Kysely<Schema>, remedy = ''): Promise<void> {
  const updated = retryWhileBusy(() =>
    database.transaction().execute(async (trx) => {
      if (isPostgres(trx)) await sql`set local statement_timeout = 0`.execute(trx)
      // Before the migrator's own lock, it makes its tables, and two transactions cannot make the same one.
      await takeLock(trx, locks.orders)
      const { error } = await migratorOf(trx).migrateToLatest()
      if (error) throw error
    }),
  )
  await updated.catch(async (cause) => {
    if (isOfAnotherVersion(cause)) await checkVersion(database)
    const message = `The database could not be brought up to date. ${remedy}`
    throw new ShopError('unavailable', message.trim(), { cause })
  })
}

/**
 * Reads the names of the migrations that this program has and the database lacks. Changes nothing.
 * @param remedy what to do when the database cannot be reached
 * @throws ShopError `unavailable` with what to do, when it cannot be reached, or another version has used it
 */
export async function pendingMigrations(database: Kysely<Schema>, remedy = ''): Promise<string[]> {
  try {
    const migrator = migratorOf(database)
    const all = await migrator.getMigrations()
    // An empty database does not have the table of migrations.
    const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
    if (tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) await checkVersion(database)
    return all.filter((migration) => !migration.executedAt).map((migration) => migration.name)
  } catch (cause) {
    if (cause instanceof ShopError) throw cause
    const message = `The database does not answer: ${reasonOf(cause)}.`
    throw new ShopError('unavailable', message, { remedy, cause })
  }
}
