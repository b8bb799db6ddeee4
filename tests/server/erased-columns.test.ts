import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '../../server/database/schema.ts'
import { erasePerson } from '../../server/personal-data/erase.ts'
import { applyRetention } from '../../server/personal-data/retention.ts'
import { type DatabaseConfig, onBothDatabases } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const ids = 'ids of the provider, by which a later refund or dispute finds the order'
const books = 'what was sold, and when, for the books'
const recorded = 'ids, amounts and states only: server/payments/event-record.ts leaves out everything else'
const ownWords = 'a word that the shop chooses'

/** The text columns that keep their content when a person is erased, each with the reason. */
const kept: Record<string, Record<string, string>> = {
  orders: {
    id: books,
    status: books,
    tier: books,
    currency: books,
    charged_currency: books,
    terms_version: books,
    provider: books,
    idempotency_key: 'random; the provider recognizes a repeated request by it',
    session_id: ids,
    payment_id: ids,
    dispute: ids,
    disputes: ids,
  },
  events: {
    id: ids,
    provider: ownWords,
    type: recorded,
    effect: recorded,
    effect_key: recorded,
    order_id: ids,
    outcome: ownWords,
  },
  outbox: {
    id: 'random',
    dedupe_key: 'kind and order of the mail, so that no mail is sent twice',
    kind: ownWords,
    order_id: ids,
    message_id: 'a hash of `dedupe_key`',
    status: ownWords,
    claimed_by: 'the process that sends the mail',
  },
  downloads: { id: 'random', order_id: ids, kind: ownWords },
  order_history: {
    id: 'random',
    order_id: ids,
    action: ownWords,
    by: 'the user of the machine, who is the seller',
  },
  progress: { id: 'the name of a task' },
}

const person = 'ada@person.example'

interface Column {
  table: string
  column: string
  isText: boolean
}

/** All columns of all tables, as the database has them. The table `orders` comes first, because the others refer to it. */
async function readColumns(database: Kysely<Schema>): Promise<Column[]> {
  const tables = await database.introspection.getTables()
  return tables
    .toSorted((a, b) => Number(b.name === 'orders') - Number(a.name === 'orders'))
    .flatMap(({ name: table, columns }) =>
      columns.map((column) => ({ table, column: column.name, isText: !/int/i.test(column.dataType) })),
    )
}

/** Stores one row in each table: the person in every text column, and `number` in every other one. */
async function fill({ database }: TestShop, number: number): Promise<Column[]> {
  const columns = await readColumns(database)
  for (const [table, ofTable] of Map.groupBy(columns, (column) => column.table)) {
    const row = ofTable.map(({ column, isText }) => [column, isText ? person : number])
    await database
      .insertInto(table as keyof Schema)
      .values(Object.fromEntries(row))
      .execute()
  }
  return columns.filter(({ isText }) => isText)
}

/** What is wrong with each text column: it still holds the person without a reason, or it has a reason and was erased. */
async function findProblems(
  { database }: TestShop,
  columns: Column[],
  eraser: (table: string) => string,
): Promise<string[]> {
  const problems: string[] = []
  for (const { table, column } of columns) {
    const rows = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${person}`.execute(
      database,
    )
    const holdsPerson = rows.rows.length > 0
    const reason = kept[table]?.[column]
    if (holdsPerson && !reason)
      problems.push(
        `${table}.${column} still holds the person: erase it in ${eraser(table)}, or add it to "kept" in tests/server/erased-columns.test.ts`,
      )
    if (!holdsPerson && reason)
      problems.push(
        `${table}.${column} was erased: remove it from "kept" in tests/server/erased-columns.test.ts`,
      )
  }
  return problems
}

/** What erases a person from a table. */
const erasers: Record<string, string> = {
  orders: 'redactOrder',
  outbox: 'redactMails',
  downloads: 'redactDownloads',
  order_history: 'redactActs',
  sandbox_sessions: 'deleteSandboxSession',
}
const eraserOf = (table: string) => erasers[table] ?? 'eraseOrder'

onBothDatabases('every text column', (newDatabase) => {
  const open = async (work: (shop: TestShop) => Promise<void>) => {
    const config: DatabaseConfig = await newDatabase()
    const shop = await openShop(config)
    try {
      await work(shop)
    } finally {
      await shop.database.destroy()
    }
  }

  test('is empty after the person is erased, or has a reason to stay', () =>
    open(async (shop) => {
      const columns = await fill(shop, 0)
      expect(columns.length).toBeGreaterThan(50)
      await erasePerson(shop.database, person, { by: 'seller', now: shop.now() })
      expect(await findProblems(shop, columns, eraserOf)).toEqual([])
    }))

  test('is empty after retention has erased an unpaid order, or has a reason to stay', () =>
    open(async (shop) => {
      const columns = await fill(shop, 0)
      const unpaid = { status: 'expired', erased_at: null, failed_at: null } as const
      await shop.database.updateTable('orders').set(unpaid).execute()
      expect(await applyRetention(shop)).toMatchObject({ orders: 1 })
      // The status had to be one that retention looks for.
      await shop.database
        .updateTable('orders')
        .set({ status: person as 'expired' })
        .execute()
      expect(await findProblems(shop, columns, eraserOf)).toEqual([])
    }))

  test('of a paid order is empty in the log of downloads after retention, or has a reason to stay', () =>
    open(async (shop) => {
      const columns = (await fill(shop, 0)).filter(({ table }) => table === 'downloads')
      expect(await applyRetention(shop)).toMatchObject({ downloads: 1 })
      expect(await findProblems(shop, columns, () => 'redactOldDownloads')).toEqual([])
    }))
})
