import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBackup, restoreBackup } from '../../server/database/backup.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Schema } from '../../server/database/schema.ts'
import { transaction } from '../../server/database/transaction.ts'
import { queueMail } from '../../server/outbox/queue.ts'
import { alwaysOnBothDatabases } from '../support/databases.ts'
import { storeOrder } from '../support/orders.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { testConfig } from '../support/shop.ts'

const folder = temporaryDirectory()
afterAll(() => folder.remove())
const now = Date.UTC(2026, 10, 23, 3, 45)

/** Stores an order and its mail in one transaction. */
const sell = (database: Kysely<Schema>) =>
  transaction(database, async (trx) => {
    const id = await storeOrder(trx, { request: 'x'.repeat(2000) })
    const mail = {
      kind: 'receipt',
      orderId: id,
      recipient: 'ada@example.com',
      dedupeKey: `receipt:${id}`,
    } as const
    await queueMail(trx, { config: testConfig({}), now: () => now }, mail)
  })

const idsOf = async (database: Kysely<Schema>) => ({
  orders: (await database.selectFrom('orders').select('id').orderBy('id').execute()).map(({ id }) => id),
  mailed: (await database.selectFrom('outbox').select('order_id as id').orderBy('order_id').execute()).map(
    ({ id }) => id,
  ),
})

/** As docs/operations.md restores Postgres. */
const pgRestore = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']

alwaysOnBothDatabases('A backup', (newDatabase) => {
  test('finishes while orders arrive, is a consistent copy, and can be restored', async () => {
    const config = await newDatabase()
    const database = openDatabase(config)
    await migrate(database)
    for (let i = 0; i < 500; i++) await sell(database)
    const before = await idsOf(database)
    let done = false
    const writing = (async () => {
      while (!done) await sell(database)
    })()
    const file = await createBackup(config, path.join(folder.path, 'backups'), now)
    done = true
    await writing
    const after = await idsOf(database)
    await database.destroy()
    expect(path.basename(file)).toMatch(/^shop-20261123-034500\.(db|dump)$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const other = await newDatabase()
    if (other.databaseUrl) execFileSync('pg_restore', [...pgRestore, `--dbname=${other.databaseUrl}`, file])
    else expect(await restoreBackup(other, file, now)).toBe(null)
    const restored = openDatabase(other)
    await migrate(restored)
    const copied = await idsOf(restored)
    expect(copied.mailed).toEqual(copied.orders)
    expect(copied.orders).toEqual(expect.arrayContaining(before.orders))
    expect(after.orders).toEqual(expect.arrayContaining(copied.orders))
    const storedOrders = (from: Kysely<Schema>) =>
      from.selectFrom('orders').selectAll().where('id', 'in', before.orders).orderBy('id').execute()
    const again = openDatabase(config)
    expect(await storedOrders(restored)).toEqual(await storedOrders(again))
    await again.destroy()
    await restored.destroy()

    await expect(createBackup(config, path.dirname(file), now)).rejects.toThrow(/already exists/)
    expect(readdirSync(path.dirname(file)).filter((name) => name.includes('tmp'))).toEqual([])
  })

  test('is not restored from a file that is not a backup, and nothing changes', async () => {
    const config = await newDatabase()
    const database = openDatabase(config)
    await migrate(database)
    await sell(database)
    const before = await idsOf(database)
    await database.destroy()
    const file = path.join(folder.path, 'damaged.db')
    writeFileSync(file, 'not a backup')
    const refusal = config.databaseUrl ? /pg_restore --single-transaction/ : /Use another backup/
    for (const place of [await newDatabase(), config])
      await expect(restoreBackup(place, file, now)).rejects.toMatchObject({
        code: 'bad_input',
        remedy: expect.stringMatching(refusal),
      })
    const again = openDatabase(config)
    expect(await idsOf(again)).toEqual(before)
    await again.destroy()
  })
})

test.each([
  ['no migrations', ''],
  ['an empty list of migrations', 'create table kysely_migration (name text)'],
])('a restore on SQLite refuses a database with orders and %s, and nothing changes', async (_, statement) => {
  const config = { dataDir: path.join(folder.path, crypto.randomUUID()), databaseUrl: null }
  const database = openDatabase(config)
  await migrate(database)
  await sell(database)
  const before = await idsOf(database)
  await database.destroy()
  const file = path.join(config.dataDir, 'other.db')
  const other = new DatabaseSync(file)
  other.exec(`create table orders (id text); ${statement}`)
  other.close()
  await expect(restoreBackup(config, file, now)).rejects.toMatchObject({ code: 'bad_input' })
  const again = openDatabase(config)
  expect(await idsOf(again)).toEqual(before)
  await again.destroy()
})

test('a restore on SQLite keeps the former database, and is refused while a server has the database open', async () => {
  const config = { dataDir: path.join(folder.path, 'former'), databaseUrl: null }
  const database = openDatabase(config)
  await migrate(database)
  await sell(database)
  const file = await createBackup(config, path.join(folder.path, 'former-backups'), now)
  await sell(database)
  await expect(restoreBackup(config, file, now)).rejects.toThrow(/open/)
  const both = await idsOf(database)
  await database.destroy()

  const former = await restoreBackup(config, file, now)
  expect(existsSync(former ?? '')).toBe(true)
  const restored = openDatabase(config)
  expect((await idsOf(restored)).orders).toHaveLength(1)
  await restored.destroy()

  // The former database can be restored, even over a damaged one.
  writeFileSync(path.join(config.dataDir, 'shop.db'), 'damaged')
  const back = path.join(folder.path, 'back.db')
  copyFileSync(former ?? '', back)
  await restoreBackup(config, back, now + 1)
  const again = openDatabase(config)
  expect(await idsOf(again)).toEqual(both)
  await again.destroy()
})
