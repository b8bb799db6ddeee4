import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBackup, restoreBackup } from '../../server/database/backup.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Schema } from '../../server/database/schema.ts'
import { transaction } from '../../server/database/transaction.ts'
import { queueMail } from '../../server/outbox/queue.ts'
import { onBothDatabases } from '../support/databases.ts'
import { storeOrder } from '../support/orders.ts'
import { temporaryDirectory } from '../support/server-process.ts'

const folder = temporaryDirectory()
afterAll(() => folder.remove())
const now = Date.UTC(2026, 10, 23, 3, 45)

/** An order and its mail, together. */
const sell = (database: Kysely<Schema>) =>
  transaction(database, async (trx) => {
    const id = await storeOrder(trx, { request: 'x'.repeat(2000) })
    const mail = {
      kind: 'receipt',
      orderId: id,
      recipient: 'ada@example.com',
      dedupeKey: `receipt:${id}`,
    } as const
    await queueMail(trx, mail, { now, mailFrom: 'shop@example.com' })
  })

const idsOf = async (database: Kysely<Schema>) => ({
  orders: (await database.selectFrom('orders').select('id').orderBy('id').execute()).map(({ id }) => id),
  mailed: (await database.selectFrom('outbox').select('order_id as id').orderBy('order_id').execute()).map(
    ({ id }) => id,
  ),
})

onBothDatabases('A backup', (newDatabase) => {
  test('finishes while orders arrive, is a consistent copy, and can be restored', async () => {
    const place = await newDatabase()
    const database = openDatabase(place)
    await migrate(database)
    for (let i = 0; i < 500; i++) await sell(database)
    const before = await idsOf(database)
    let done = false
    const writing = (async () => {
      while (!done) await sell(database)
    })()
    const file = await createBackup(place, path.join(folder.path, 'backups'), now)
    done = true
    await writing
    const after = await idsOf(database)
    await database.destroy()
    expect(path.basename(file)).toMatch(/^shop-20261123-034500\.(db|dump)$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const other = await newDatabase()
    expect(await restoreBackup(other, file, now)).toEqual({ former: null })
    const restored = openDatabase(other)
    await migrate(restored)
    const found = await idsOf(restored)
    expect(found.mailed).toEqual(found.orders)
    expect(found.orders).toEqual(expect.arrayContaining(before.orders))
    expect(after.orders).toEqual(expect.arrayContaining(found.orders))
    const whole = (from: Kysely<Schema>) =>
      from.selectFrom('orders').selectAll().where('id', 'in', before.orders).orderBy('id').execute()
    const again = openDatabase(place)
    expect(await whole(restored)).toEqual(await whole(again))
    await again.destroy()
    await restored.destroy()

    await expect(createBackup(place, path.dirname(file), now)).rejects.toThrow(/already exists/)
    expect(readdirSync(path.dirname(file)).filter((name) => name.includes('tmp'))).toEqual([])
  })

  test('of another file is refused and changes nothing', async () => {
    const place = await newDatabase()
    const database = openDatabase(place)
    await migrate(database)
    await sell(database)
    const before = await idsOf(database)
    await database.destroy()
    const empty = await newDatabase()
    for (const name of ['damaged.db', 'damaged.dump']) {
      const file = path.join(folder.path, name)
      writeFileSync(file, 'not a backup')
      await expect(restoreBackup(empty, file, now)).rejects.toThrow()
      await expect(restoreBackup(place, file, now)).rejects.toThrow()
    }
    const again = openDatabase(place)
    expect(await idsOf(again)).toEqual(before)
    await again.destroy()
  })
})

test('SQLite keeps the former database, and refuses while a server has it open', async () => {
  const place = { dataDir: path.join(folder.path, 'former'), databaseUrl: null }
  const database = openDatabase(place)
  await migrate(database)
  await sell(database)
  const file = await createBackup(place, path.join(folder.path, 'former-backups'), now)
  await sell(database)
  await expect(restoreBackup(place, file, now)).rejects.toThrow(/open/)
  const both = await idsOf(database)
  await database.destroy()

  const { former } = await restoreBackup(place, file, now)
  expect(existsSync(former ?? '')).toBe(true)
  const restored = openDatabase(place)
  expect((await idsOf(restored)).orders).toHaveLength(1)
  await restored.destroy()

  // What was replaced can be put back, also in the place of a damaged database.
  writeFileSync(path.join(place.dataDir, 'shop.db'), 'damaged')
  const back = path.join(folder.path, 'back.db')
  copyFileSync(former ?? '', back)
  await restoreBackup(place, back, now + 1)
  const again = openDatabase(place)
  expect(await idsOf(again)).toEqual(both)
  await again.destroy()
})
