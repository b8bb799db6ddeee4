import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Schema } from '../../server/database/schema.ts'
import { transaction } from '../../server/database/transaction.ts'
import { runCommand } from '../support/command-line.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { freePort, startScript, startServer, temporaryDirectory } from '../support/server-process.ts'

const data = temporaryDirectory()
type Database = ReturnType<typeof openDatabase>
/** Opens the SQLite database only while `work` runs, because a copy is refused while the database is open. */
async function onSource<T>(work: (source: Database) => Promise<T>): Promise<T> {
  const source = openDatabase({ dataDir: data.path, databaseUrl: null })
  try {
    return await work(source)
  } finally {
    await source.destroy()
  }
}
let postgres: PostgresServer
/** No server has run with this data folder, so it has no file with the secret of download links. */
const linkSecret = '0123456789abcdef'.repeat(2)
let port: string

/** The copy needs more than one batch for this number. */
const orders = 1201
/** Two databases could store these characters differently. */
const oddName = 'Łukasz 😀 O\'Brien "\\" %_ é'

beforeAll(async () => {
  postgres = await startPostgres()
  port = String(await freePort())
  await onSource(async (source) => {
    await migrate(source)
    await transaction(source, async (trx) => {
      for (let i = 0; i < orders; i++) await storeOrder(trx, { name: oddName, refunded_cents: i })
    })
    const { id } = await source.selectFrom('orders').select('id').executeTakeFirstOrThrow()
    await queue({ database: source, now: Date.now, config: { mailFrom: 'shop@example.com' } }, id)
  })
})
afterAll(async () => {
  await postgres.stop()
  data.remove()
})

const shop = (...args: string[]) => runCommand(args, { DATA_DIR: data.path, PORT: port })

/** Removes the mark of the copy, as a seller does to use SQLite again. */
const removeMark = () => rmSync(path.join(data.path, 'moved-to-postgres'), { force: true })
const copy = (to: string) => shop('copy-to-postgres', '--to', to)

const all = (database: Database, table: keyof Schema) =>
  database
    .selectFrom(table)
    .selectAll()
    .execute()
    .then((rows) => new Map(rows.map((row) => [row.id, { ...row }])))

test('every row is copied unchanged, and a second copy is refused', async () => {
  const url = await postgres.createDatabase()
  const { code, out } = await copy(url)
  expect(out).toMatch(/LINK_SECRET +the text in .*link-secret, so/)
  expect(code).toBe(0)
  const target = openDatabase({ dataDir: data.path, databaseUrl: url })
  expect((await all(target, 'orders')).size).toBe(orders)
  for (const table of ['orders', 'outbox'] as const)
    expect(await all(target, table)).toEqual(await onSource((source) => all(source, table)))
  await target.destroy()
  expect(await copy(url)).toMatchObject({ code: 1, error: expect.stringContaining('already has rows') })
})

test('a key that is set in the environment stays, whatever an older file holds', async () => {
  const env = { DATA_DIR: data.path, PORT: port, LINK_SECRET: linkSecret }
  const { out } = await runCommand(['copy-to-postgres', '--to', await postgres.createDatabase()], env)
  expect(out).toMatch(/LINK_SECRET +as it is set now, so/)
})

test('a copy that fails halfway leaves nothing behind', async () => {
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

test('an error about a database that does not answer has no stack', async () => {
  const { code, error } = await copy(`postgres://shop@127.0.0.1:${await freePort()}/shop`)
  expect(code).toBe(1)
  expect(error).toMatch(/^The database does not answer: .*ECONNREFUSED.*\nCheck --to/)
})

test('a copy is refused while the database is open elsewhere, and for any target but Postgres', async () => {
  removeMark()
  // The command's environment has another port, so the command cannot reach this server. It must notice the open database.
  const server = await startServer(data.path, { PORT: String(await freePort()), LINK_SECRET: linkSecret })
  const refused = await copy(await postgres.createDatabase())
  server.child.kill('SIGTERM')
  await server.ended
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('The shop is running') })
  expect((await copy('mysql://localhost/shop')).code).toBe(2)
  expect((await copy('postgres:///shop')).code).toBe(2)
})

test('commands and server refuse the copied database until the mark is removed', async () => {
  expect((await copy(await postgres.createDatabase())).code).toBe(0)
  const refused = {
    code: 1,
    error: expect.stringMatching(/were copied to Postgres\.\s+Set DATABASE_URL.* remove .*moved-to-postgres/),
  }
  expect(await shop('seats')).toMatchObject(refused)
  const started = startScript(['server/main.ts'], { PORT: port, DATA_DIR: data.path })
  expect({ code: await started.ended, error: started.output() }).toMatchObject(refused)
  removeMark()
  const server = await startServer(data.path, { PORT: port, LINK_SECRET: linkSecret })
  const again = await shop('seats')
  server.child.kill('SIGTERM')
  await server.ended
  expect(again.code).toBe(0)
})
