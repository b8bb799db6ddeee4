import { Kysely, SqliteDialect } from 'kysely'
import type { Config } from '../config/env.ts'
import { ShopError } from '../errors.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { scratchDatabase } from './sqlite.ts'
import { sqliteFile } from './sqlite-file.ts'

/** The tables and columns that the migrations make, from an empty database in memory. */
async function expectedTables() {
  const scratch = new Kysely<Schema>({ dialect: new SqliteDialect({ database: scratchDatabase() }) })
  try {
    await migrate(scratch)
    return await scratch.introspection.getTables()
  } finally {
    await scratch.destroy()
  }
}

/**
 * What the tables of a migrated database lack, and the columns that demand a value which this version does not write, such as
 * "orders lacks company". Kysely compares only the names of migrations. If somebody edits one, a database from before counts as
 * up to date, and every order fails.
 */
async function differences(database: Kysely<Schema>): Promise<string[]> {
  const actual = new Map(
    (await database.introspection.getTables()).map((table) => [table.name, table.columns]),
  )
  return (await expectedTables()).flatMap(({ name: table, columns }) => {
    const stored = actual.get(table)
    if (!stored) return [`table ${table} is missing`]
    const lacking = columns.filter(({ name }) => !stored.some((column) => column.name === name))
    const unknown = stored.filter(({ name }) => !columns.some((column) => column.name === name))
    const demanded = unknown.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)
    return [
      ...lacking.map(({ name }) => `${table} lacks ${name}`),
      ...demanded.map(({ name }) => `${table} demands ${name}, which this version does not write`),
    ]
  })
}

/**
 * The reason why the shop cannot work with a migrated database, with what to do; null: it can.
 * @throws Error of the database if it does not answer
 */
export async function tablesProblem(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  database: Kysely<Schema>,
): Promise<ShopError | null> {
  const different = await differences(database)
  if (different.length === 0) return null
  const fresh = databaseUrl ? 'create an empty database' : `move ${sqliteFile(dataDir)} away`
  return new ShopError('unavailable', `The database does not fit this version: ${different.join('; ')}.`, {
    remedy: `If you have changed a migration, undo that, and add one (CONTRIBUTING.md, "Add a field to the order"). In development, you may ${fresh} instead.`,
  })
}
