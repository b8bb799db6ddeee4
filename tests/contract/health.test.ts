import { statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { health } from '../../server/health.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop, type TestShop } from '../support/shop.ts'

let data: ReturnType<typeof temporaryDirectory>
let shop: TestShop

beforeEach(async () => {
  data = temporaryDirectory()
  shop = await openShop({ dataDir: data.path, databaseUrl: null })
  const kit = path.join(data.path, 'kit.zip')
  writeFileSync(kit, 'kit')
  shop.kit = { ...shop.kit, path: kit, bytes: 3, mtimeMs: statSync(kit).mtimeMs }
})
afterEach(async () => {
  await shop.database.destroy()
  data.remove()
})

const ready = async (app = health(shop)) => {
  const answer = await app.request('/readyz')
  return { status: answer.status, body: await answer.json() }
}

test('alive says nothing of the rest', async () => {
  shop.mailer.check = () => Promise.reject(new Error('down'))
  expect((await health(shop).request('/healthz')).status).toBe(200)
})

test('ready, with whether mails are late or were given up', async () => {
  const order = await storeOrder(shop.database)
  await queue(shop, order, { dedupeKey: 'failed' })
  await queue(shop, order, { dedupeKey: 'erased' })
  await shop.database
    .updateTable('outbox')
    .set({ status: 'failed' })
    .where('dedupe_key', 'in', ['failed', 'erased'])
    .execute()
  await shop.database
    .updateTable('outbox')
    .set({ recipient: '' })
    .where('dedupe_key', '=', 'erased')
    .execute()
  expect(await ready()).toEqual({
    status: 200,
    body: {
      ready: true,
      checks: { database: { ok: true }, mail: { ok: true }, payments: { ok: true }, kit: { ok: true } },
      mails: { late: false, failed: true },
    },
  })
  expect(await shop.database.selectFrom('events').select('id').execute()).toEqual([])
})

test('says nothing of what was queued just now', async () => {
  await queue(shop, await storeOrder(shop.database))
  expect((await ready()).body.mails).toEqual({ late: false, failed: false })
  shop.clock.now += 16 * 60_000
  expect((await ready()).body.mails).toEqual({ late: true, failed: false })
})

test.each<[string, (shop: TestShop) => unknown]>([
  ['mail', ({ mailer }) => Object.assign(mailer, { check: () => Promise.reject(new Error('535 secret')) })],
  [
    'payments',
    ({ payments }) => Object.assign(payments, { check: () => Promise.reject(new Error('secret')) }),
  ],
  ['kit', ({ kit }) => writeFileSync(kit.path, 'another kit')],
  // Another of the same size.
  ['kit', ({ kit }) => utimesSync(kit.path, 0, 0)],
  ['database', ({ database }) => database.schema.dropTable('outbox').execute()],
  // As on a full disk: it is read, and not written to.
  ['database', ({ database }) => sql`pragma query_only = on`.execute(database)],
])('%s is named when it fails, and what exactly failed only in the log', async (part, fail) => {
  const logged: unknown[] = []
  shop.log = { ...shop.log, warn: (event, details) => logged.push(event, details) }
  await fail(shop)
  const { status, body } = await ready()
  expect(status).toBe(503)
  expect(body).toMatchObject({ ready: false, checks: { [part]: { ok: false } } })
  expect(JSON.stringify(body)).not.toContain('secret')
  expect(logged).toMatchObject(['not ready', { part, error: expect.any(Error) }])
})

test('a part that hangs is not waited for', async () => {
  shop.mailer.check = () => new Promise(() => {})
  expect(await ready()).toMatchObject({ status: 503, body: { checks: { mail: { ok: false } } } })
})

test('an answer stands for three seconds, since each asks other systems', async () => {
  let asked = 0
  shop.mailer.check = async () => {
    asked++
  }
  const app = health(shop)
  await Promise.all([ready(app), ready(app)])
  shop.clock.now += 2999
  await ready(app)
  expect(asked).toBe(1)
  shop.clock.now += 1
  await ready(app)
  expect(asked).toBe(2)
})
