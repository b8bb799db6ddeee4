import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import { ShopError } from '../errors.ts'
import type { Schema } from './schema.ts'
import { transaction } from './transaction.ts'

type Table = keyof Schema
type Row = Record<string, unknown> & { id: string }

/** Rows of one statement. Postgres takes at most 65,535 parameters in a statement. */
const batch = 500

/** All tables except those of the migrator. `orders` comes first, because the others refer to it. */
async function tablesOf(database: Kysely<Schema>): Promise<Table[]> {
  const names = (await database.introspection.getTables()).map(({ name }) => name as Table)
  return names.sort((a, b) => Number(b === 'orders') - Number(a === 'orders') || a.localeCompare(b))
}

async function* batches(database: Transaction<Schema>, table: Table): AsyncGenerator<Row[]> {
  let last = ''
  for (;;) {
    const rows = (await database
      .selectFrom(table)
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()) as Row[]
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.id ?? ''
  }
}

async function count(database: Kysely<Schema>, table: Table): Promise<number> {
  const row = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function differs(table: Table, difference: string): ShopError {
  return new ShopError('conflict', `The copy of ${table} differs: ${difference}. The target was not changed.`)
}

async function copyTable(from: Transaction<Schema>, to: Transaction<Schema>, table: Table): Promise<number> {
  let copied = 0
  for await (const rows of batches(from, table)) {
    await to
      .insertInto(table)
      .values(rows as never)
      .execute()
    // Read the rows back, so that the comparison uses what the target has stored. Keep the order of the reader, because
    // databases sort text by different rules.
    const ids = rows.map(({ id }) => id)
    const written = (await to.selectFrom(table).selectAll().where('id', 'in', ids).execute()) as Row[]
    const byId = new Map(written.map((row) => [row.id, row]))
    for (const row of rows) {
      const copy = byId.get(row.id)
      if (!isDeepStrictEqual({ ...copy }, { ...row })) throw differs(table, `row ${row.id}`)
    }
    copied += rows.length
  }
  if ((await count(to, table)) !== copied) throw differs(table, 'the number of rows')
  return copied
}

/**
 * Copies all rows to a database with the same schema and no rows, and compares the copy with the source. It uses one
 * transaction on each side: nobody writes to the source meanwhile, and the target gets all rows or none.
 * @returns the number of rows of each table
 * @throws ShopError `conflict` if the target is not empty, or differs
 */
export async function copyDatabase(
  source: Kysely<Schema>,
  target: Kysely<Schema>,
): Promise<{ table: string; rows: number }[]> {
  const tables = await tablesOf(source)
  return transaction(source, (from) =>
    transaction(target, async (to) => {
      const copied = []
      for (const table of tables) {
        if ((await count(to, table)) > 0) {
          throw new ShopError('conflict', `The target already has rows in ${table}.`, {
            remedy: 'Copy to an empty database: create a new one, or drop the tables of this one.',
          })
        }
        copied.push({ table, rows: await copyTable(from, to, table) })
      }
      return copied
    }),
  )
}
