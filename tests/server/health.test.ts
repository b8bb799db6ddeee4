import { once } from 'node:events'
import { statSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReadinessCheck, type Readiness } from '../../server/health/readiness.ts'
import { health } from '../../server/health/routes.ts'
import { createListener } from '../../server/http/listener.ts'
import { runOnce } from '../../server/mail/worker.ts'
import { generousGuard } from '../support/generous-guard.ts'
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

test('/healthz answers 200 even if a part has failed', async () => {
  shop.mailer.check = () => Promise.reject(new Error('down'))
  expect((await health({ latest: () => null }).request('/healthz')).status).toBe(200)
})

test('a ready shop reports whether mails are late or failed, but not the mails of erased people', async () => {
  const order = await storeOrder(shop.database)
  await queue(shop, order, { dedupeKey: 'failed' })
  await queue(shop, order, { dedupeKey: 'erased' })
  await shop.database
    .updateTable('outbox')
    .set({ status: 'failed', attempts: 1 })
    .where('dedupe_key', 'in', ['failed', 'erased'])
    .execute()
  await shop.database
    .updateTable('outbox')
    .set({ recipient: '' })
    .where('dedupe_key', '=', 'erased')
    .execute()
  expect(await createReadinessCheck(shop).runOnce()).toEqual({
    ready: true,
    checks: { database: { ok: true }, mail: { ok: true }, payments: { ok: true }, kit: { ok: true } },
    mails: { late: false, failed: true },
  })
  expect(await shop.database.selectFrom('events').select('id').execute()).toEqual([])
})

test('mail is not late when it is queued, but it is after 16 minutes', async () => {
  await queue(shop, await storeOrder(shop.database))
  expect((await createReadinessCheck(shop).runOnce()).mails).toEqual({ late: false, failed: false })
  shop.clock.now += 16 * 60_000
  const check = createReadinessCheck(shop)
  expect(await check.runOnce()).toMatchObject({
    ready: false,
    checks: { mail: { ok: false, problem: expect.stringContaining('15 minutes') } },
    mails: { late: true, failed: false },
  })
  await runOnce(shop, 'worker')
  expect(await check.runOnce()).toMatchObject({ ready: true, mails: { late: false, failed: false } })
})

test('a late link that anybody can ask for does not show in the public answer', async () => {
  await queue(shop, await storeOrder(shop.database), { kind: 'link' })
  shop.clock.now += 16 * 60_000
  const result = { ready: true, checks: { mail: { ok: true } }, mails: { late: true } }
  expect(await createReadinessCheck(shop).runOnce()).toMatchObject(result)
})

test('a shop without the secret of its webhook can sell, and says what is missing', async () => {
  const stripe = { secretKey: 'sk_live_1', webhookSecret: null, apiUrl: null }
  Object.assign(shop.config, { stripe, livemode: true })
  const result = await createReadinessCheck(shop).runOnce()
  expect(result.ready).toBe(true)
  expect(result.checks.payments).toEqual({
    ok: true,
    problem: expect.stringContaining('STRIPE_WEBHOOK_SECRET is not set'),
  })
})

test.each<[string, (shop: TestShop) => unknown]>([
  ['mail', ({ mailer }) => Object.assign(mailer, { check: () => Promise.reject(new Error('535 secret')) })],
  [
    'payments',
    ({ payments }) => Object.assign(payments, { check: () => Promise.reject(new Error('secret')) }),
  ],
  ['kit', ({ kit }) => writeFileSync(kit.path, 'another kit')],
  // Another kit of the same size.
  ['kit', ({ kit }) => utimesSync(kit.path, 0, 0)],
  ['database', ({ database }) => database.schema.dropTable('outbox').execute()],
  // The database can be read but not written, as on a full disk.
  ['database', ({ database }) => sql`pragma query_only = on`.execute(database)],
])('the result names %s when it fails, and only the log has the error', async (part, fail) => {
  const logged: unknown[] = []
  shop.log = { ...shop.log, warn: (event, details) => logged.push(event, details) }
  await fail(shop)
  const body = await createReadinessCheck(shop).runOnce()
  expect(body).toMatchObject({ ready: false, checks: { [part]: { ok: false } } })
  expect(JSON.stringify(body)).not.toContain('secret')
  expect(logged).toMatchObject(['not ready', { part, error: expect.any(Error) }])
})

test('the check does not wait for a part that hangs', async () => {
  shop.mailer.check = () => new Promise(() => {})
  expect(await createReadinessCheck(shop).runOnce()).toMatchObject({
    ready: false,
    checks: { mail: { ok: false } },
  })
})

test('a working part is not checked for a while, and a failed part is checked sooner, then less and less often', async () => {
  const checks = { mail: 0, payments: 0 }
  shop.mailer.check = async () => void checks.mail++
  shop.payments.check = async () => void checks.payments++
  let elapsed = 0
  const check = createReadinessCheck(shop, () => elapsed)
  for (; elapsed < 600_000; elapsed += 5000) await check.runOnce()
  expect(checks).toEqual({ mail: 2, payments: 10 })
  shop.mailer.check = async () => {
    checks.mail++
    throw new Error('down')
  }
  const failures: number[] = []
  for (; elapsed < 900_000; elapsed += 5000) {
    const before = checks.mail
    await check.runOnce()
    if (checks.mail > before) failures.push(elapsed / 1000 - 600)
  }
  expect(failures).toEqual([0, 5, 15, 35, 75, 135, 195, 255])
  expect(check.latest()).toMatchObject({ ready: false })
})

test('a database that is gone or back changes the result in the next run, and a long failure does not fill the log', async () => {
  const logged: unknown[] = []
  shop.log = { ...shop.log, warn: (event) => logged.push(event) }
  let elapsed = 0
  const check = createReadinessCheck(shop, () => elapsed)
  const statusAfterNextRun = async () => {
    elapsed += 5000
    await check.runOnce()
    return (await health(check).request('/readyz')).status
  }
  expect(await statusAfterNextRun()).toBe(200)
  await sql`pragma query_only = on`.execute(shop.database)
  for (let n = 0; n < 100; n++) expect(await statusAfterNextRun()).toBe(503)
  expect(logged).toEqual(Array(7).fill('not ready'))
  await sql`pragma query_only = off`.execute(shop.database)
  expect(await statusAfterNextRun()).toBe(200)
})

test('a request starts no check: it gets the last result, or 503 if that is too old', async () => {
  let checks = 0
  for (const part of [shop.mailer, shop.payments]) part.check = async () => void checks++
  let elapsed = 0
  const check = createReadinessCheck(shop, () => elapsed)
  const statuses = async () => {
    const answers = Array.from({ length: 100 }, () => health(check).request('/readyz'))
    return new Set((await Promise.all(answers)).map(({ status }) => status))
  }
  expect(await statuses()).toEqual(new Set([503]))
  await check.runOnce()
  await shop.database.schema.dropTable('outbox').execute()
  expect(await statuses()).toEqual(new Set([200]))
  expect(checks).toBe(2)
  elapsed = 60_001
  expect(await statuses()).toEqual(new Set([503]))
})

describe('over HTTP', () => {
  const down = {
    ready: false,
    checks: { mail: { ok: false, problem: 'The mail check failed' } },
    mails: null,
  }
  async function fetchReadyz(latest: unknown, headers: Record<string, string> = {}, host = '127.0.0.1') {
    const files = { size: 0, handle: () => 0 }
    const routes = health({ latest: () => latest as Readiness | null })
    const server = createListener(routes, files, {}, generousGuard).listen(0, host)
    await once(server, 'listening')
    const { address, port, family } = server.address() as AddressInfo
    const answer = await fetch(`http://${family === 'IPv6' ? `[${address}]` : address}:${port}/readyz`, {
      headers,
    })
    server.close()
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
  }

  test.each(['127.0.0.1', '::1'])(
    'a program on this machine, at %s, learns which part failed',
    async (host) => {
      expect(await fetchReadyz(down, {}, host)).toEqual({ status: 503, retryAfter: '30', body: down })
    },
  )

  test('before the first check, a program on this machine learns that the shop is starting', async () => {
    expect(await fetchReadyz(null)).toMatchObject({ status: 503, body: { ready: false, starting: true } })
  })

  test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
    'a request through a proxy, with %s, learns only whether the shop is ready',
    async (name) => {
      expect(await fetchReadyz(down, { [name]: '127.0.0.1' })).toMatchObject({
        status: 503,
        body: { ready: false },
      })
      expect((await fetchReadyz(down, { [name]: '127.0.0.1' })).body).toEqual({ ready: false })
      const ready = await fetchReadyz({ ...down, ready: true }, { [name]: '127.0.0.1' })
      expect(ready).toEqual({ status: 200, retryAfter: null, body: { ready: true } })
    },
  )

  test('a request from another address learns only whether the shop is ready', async () => {
    const answer = await health({ latest: () => down as unknown as Readiness }).request('/readyz')
    expect(await answer.json()).toEqual({ ready: false })
  })
})
