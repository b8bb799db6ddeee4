import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../server/database/schema.ts'
import { transaction } from '../server/database/transaction.ts'
import { ShopError } from '../server/errors.ts'

type Table = keyof Schema
type Row = Record<string, unknown> & { id: string }

/** Rows that travel together; Postgres takes at most 65,535 parameters in a statement. */
const batch = 500

/** All tables but the migrator's own; `orders` first, since the others point at it. */
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

function differs(table: Table, what: string): ShopError {
  return new ShopError('conflict', `The copy of ${table} differs: ${what}. Nothing was kept.`)
}

async function copyTable(from: Transaction<Schema>, to: Transaction<Schema>, table: Table): Promise<number> {
  let copied = 0
  for await (const rows of batches(from, table)) {
    await to
      .insertInto(table)
      .values(rows as never)
      .execute()
    // Read back, so that what is compared is what the other database keeps. The order is the reader's own:
    // databases sort text by different rules.
    const ids = rows.map(({ id }) => id)
    const written = (await to.selectFrom(table).selectAll().where('id', 'in', ids).execute()) as Row[]
    const byId = new Map(written.map((row) => [row.id, row]))
    for (const row of rows) {
      const there = byId.get(row.id)
      if (!isDeepStrictEqual({ ...there }, { ...row })) throw differs(table, `row ${row.id}`)
    }
    copied += rows.length
  }
  if ((await count(to, table)) !== copied) throw differs(table, 'the number of rows')
  return copied
}

/**
 * Copies every row of one database into another that has the same schema and no rows, and compares what arrived
 * with what was sent, all in one transaction on either side: nobody writes to the source meanwhile, and the
 * target keeps everything or nothing.
 * @returns the rows of each table
 * @throws ShopError `conflict` when the target is not empty, or differs
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
            remedy: 'Copy into an empty database: make a new one, or drop what is in this one.',
          })
        }
        copied.push({ table, rows: await copyTable(from, to, table) })
      }
      return copied
    }),
  )
}
