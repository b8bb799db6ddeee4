import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { ShopError } from '../errors.ts'
import * as first from './migrations/001-shop.ts'
import * as chargedAmount from './migrations/002-charged-amount.ts'
import * as personKeys from './migrations/003-person-keys.ts'
import * as clientOfOpenOrders from './migrations/004-client-of-open-orders.ts'
import * as linkSecret from './migrations/005-link-secret.ts'
import * as people from './migrations/006-people.ts'
import * as catchUp from './migrations/007-catch-up.ts'
import * as indexes from './migrations/008-indexes.ts'
import * as tax from './migrations/009-tax.ts'
import * as pageViews from './migrations/010-page-views.ts'
import * as announcements from './migrations/011-announcements.ts'
import * as failedMails from './migrations/012-failed-mails.ts'
import * as listedEvents from './migrations/013-listed-events.ts'
import * as openOrdersOfBuyer from './migrations/014-open-orders-of-buyer.ts'
import * as sandboxDisputes from './migrations/015-sandbox-disputes.ts'
import type { Schema } from './schema.ts'

/** In order of their names. Never edit a migration that was released. Add a new one. */
export const migrations: Record<string, Migration> = {
  '001-shop': first,
  '002-charged-amount': chargedAmount,
  '003-person-keys': personKeys,
  '004-client-of-open-orders': clientOfOpenOrders,
  '005-link-secret': linkSecret,
  '006-people': people,
  '007-catch-up': catchUp,
  '008-indexes': indexes,
  '009-tax': tax,
  '010-page-views': pageViews,
  '011-announcements': announcements,
  '012-failed-mails': failedMails,
  '013-listed-events': listedEvents,
  '014-open-orders-of-buyer': openOrdersOfBuyer,
  '015-sandbox-disputes': sandboxDisputes,
}

const migratorOf = (database: Kysely<Schema>) =>
  new Migrator({ db: database, provider: { getMigrations: async () => migrations } })

/** Whether Kysely found migrations in the database that this program does not have. Kysely's error has no code. */
const isOfAnotherVersion = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('corrupted migrations')

const usedByAnother = 'Another version of the shop has used the database.'
const runNewest = 'Run the newest version that has used it.'

/**
 * Brings the database's schema up to date. If several processes start at the same moment, only one of them does it.
 * @param remedy what to do when the database cannot be reached
 * @throws ShopError `unavailable` with what to do, when a migration fails (it is rolled back), the database cannot be
 * reached, or the database is newer than this program
 */
export async function migrate(database: Kysely<Schema>, remedy = ''): Promise<void> {
  const { error } = await migratorOf(database).migrateToLatest()
  if (!error) return
  const message = isOfAnotherVersion(error)
    ? `${usedByAnother} ${runNewest}`
    : `The database could not be brought up to date. ${remedy}`
  throw new ShopError('unavailable', message.trim(), { cause: error })
}

/**
 * Reads the names of the migrations that this program has and the database lacks. Changes nothing.
 * @throws ShopError `unavailable`, with the message of `migrate`, if the database has migrations that this program lacks
 */
export async function pendingMigrations(database: Kysely<Schema>): Promise<string[]> {
  const all = await migratorOf(database).getMigrations()
  const pending = all.filter((migration) => !migration.executedAt).map((migration) => migration.name)
  // An empty database does not have the table of migrations.
  if (pending.length === all.length) return pending
  const executed = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
  const { rows } = await executed.execute(database)
  if (rows.every(({ name }) => Object.hasOwn(migrations, name))) return pending
  throw new ShopError('unavailable', usedByAnother, { remedy: runNewest })
}
