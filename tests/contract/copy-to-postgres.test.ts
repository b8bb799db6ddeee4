import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../operator/program.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Schema } from '../../server/database/schema.ts'
import { transaction } from '../../server/database/transaction.ts'
import { parseEnv } from '../../server/env.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { freePort, startServer, temporaryDirectory } from '../support/server-process.ts'

const data = temporaryDirectory()
const source = openDatabase({ dataDir: data.path, databaseUrl: null })
let postgres: PostgresServer
let port: string

/** More than one batch, with everything that two databases could keep differently. */
const orders = 1201
const oddName = 'Łukasz 😀 O\'Brien "\\" %_ é'

beforeAll(async () => {
  postgres = await startPostgres()
  port = String(await freePort())
  await migrate(source)
  await transaction(source, async (trx) => {
    for (let i = 0; i < orders; i++) await storeOrder(trx, { name: oddName, refunded_cents: i })
  })
  const { id } = await source.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  await queue({ database: source, now: Date.now, config: { mailFrom: 'shop@example.com' } }, id)
})
afterAll(async () => {
  await source.destroy()
  await postgres.stop()
  data.remove()
})

async function copy(to: string) {
  let text = ''
  const write = (line: string) => {
    text += `${line}\n`
  }
  const io = {
    env: () => parseEnv({ DATA_DIR: data.path, PORT: port }),
    out: write,
    error: write,
    ask: null,
  }
  return { code: await run(['copy-to-postgres', '--to', to], io), text }
}

const all = (database: typeof source, table: keyof Schema) =>
  database
    .selectFrom(table)
    .selectAll()
    .execute()
    .then((rows) => new Map(rows.map((row) => [row.id, { ...row }])))

test('every row arrives as it was, and a second copy is refused', async () => {
  const url = await postgres.createDatabase()
  const { code, text } = await copy(url)
  expect(text).toContain('LINK_SECRET')
  expect(code).toBe(0)
  const target = openDatabase({ dataDir: data.path, databaseUrl: url })
  expect((await all(target, 'orders')).size).toBe(orders)
  for (const table of ['orders', 'outbox'] as const)
    expect(await all(target, table)).toEqual(await all(source, table))
  await target.destroy()
  expect(await copy(url)).toMatchObject({ code: 1, text: expect.stringContaining('already has rows') })
})

test('a copy that fails in the middle keeps nothing', async () => {
  const url = await postgres.createDatabase()
  const target = openDatabase({ dataDir: data.path, databaseUrl: url })
  await migrate(target)
  await target.schema
    .alterTable('outbox')
    .addColumn('unknown', 'integer', (column) => column.notNull())
    .execute()
  expect((await copy(url)).code).toBe(1)
  expect((await all(target, 'orders')).size).toBe(0)
  await target.destroy()
})

test('a database that does not answer is told without a stack', async () => {
  const { code, text } = await copy(`postgres://shop@127.0.0.1:${await freePort()}/shop`)
  expect(code).toBe(1)
  expect(text).toMatch(/^The database does not answer: .*ECONNREFUSED.*\nCheck --to/)
})

test('not while the shop runs, and not to anything but Postgres', async () => {
  const server = await startServer(data.path, { PORT: port })
  const refused = await copy(await postgres.createDatabase())
  server.child.kill('SIGTERM')
  await server.ended
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('The shop is running') })
  expect((await copy('mysql://localhost/shop')).code).toBe(2)
})
