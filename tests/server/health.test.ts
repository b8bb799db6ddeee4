import { once } from 'node:events'
import { statSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { health } from '../../server/health/routes.ts'
import { createListener } from '../../server/http/listener.ts'
import { runOnce } from '../../server/mail/worker.ts'
import { generousGuard } from '../support/generous-guard.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop, type TestShop } from '../support/shop.ts'

let data: ReturnType<typeof temporaryDirectory>
let shop: TestShop
let logged: unknown[]

beforeEach(async () => {
  data = temporaryDirectory()
  shop = await openShop({ dataDir: data.path, databaseUrl: null })
  const kit = path.join(data.path, 'kit.zip')
  writeFileSync(kit, 'kit')
  shop.kit = { ...shop.kit, path: kit, bytes: 3, mtimeMs: statSync(kit).mtimeMs }
  logged = []
  shop.log = { ...shop.log, warn: (event, details) => logged.push([event, details]) }
})
afterEach(async () => {
  await shop.database.destroy()
  data.remove()
})

/** The answer to one request over HTTP, of a server that has checked nothing before. */
async function readyz(headers: Record<string, string> = {}, host = '127.0.0.1') {
  const files = { size: 0, handle: () => 0 }
  const server = createListener(health(shop), files, {}, generousGuard).listen(0, host)
  await once(server, 'listening')
  const { address, port, family } = server.address() as AddressInfo
  const origin = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
  const answer = await fetch(`${origin}/readyz`, { headers })
  server.close()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}

test('/healthz answers 200 even if a part has failed', async () => {
  await shop.database.schema.dropTable('outbox').execute()
  expect((await health(shop).request('/healthz')).status).toBe(200)
})

test('a shop with its database and its kit, and without late mail, is ready, and the check leaves no trace', async () => {
  const checks = { database: { ok: true }, kit: { ok: true }, mail: { ok: true } }
  expect(await readyz()).toEqual({ status: 200, retryAfter: null, body: { ready: true, checks } })
  expect(await shop.database.selectFrom('progress').select('id').execute()).toEqual([])
})

test('mail is late after 16 minutes, until it is sent', async () => {
  await queue(shop, await storeOrder(shop.database))
  expect((await readyz()).status).toBe(200)
  shop.clock.now += 16 * 60_000
  expect(await readyz()).toMatchObject({ status: 503, body: { checks: { mail: { ok: false } } } })
  await runOnce(shop, 'worker')
  expect((await readyz()).status).toBe(200)
})

test('a late link that anybody can ask for does not show', async () => {
  await queue(shop, await storeOrder(shop.database), { kind: 'link' })
  shop.clock.now += 16 * 60_000
  expect((await readyz()).status).toBe(200)
})

test.each<[string, (shop: TestShop) => unknown]>([
  ['kit', ({ kit }) => writeFileSync(kit.path, 'another kit')],
  // Another kit of the same size.
  ['kit', ({ kit }) => utimesSync(kit.path, 0, 0)],
  ['mail', ({ database }) => database.schema.dropTable('outbox').execute()],
  // The database can be read but not written, as on a full disk.
  ['database', ({ database }) => sql`pragma query_only = on`.execute(database)],
])('the result names %s when it fails, and only the log has the error', async (part, fail) => {
  await fail(shop)
  const { status, retryAfter, body } = await readyz()
  expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '30' })
  expect(body.checks[part]).toEqual({ ok: false, problem: `The ${part} check failed; the log says why.` })
  expect(logged).toEqual([['not ready', { part, error: expect.any(Error), failures: 1 }]])
})

test('a database that is gone or back changes the answer within ten seconds, and a long failure does not fill the log', async () => {
  let elapsed = 0
  const routes = health(shop, () => elapsed)
  const status = async () => (await routes.request('/readyz')).status
  expect(await status()).toBe(200)
  await sql`pragma query_only = on`.execute(shop.database)
  expect(await status()).toBe(200)
  for (let n = 0; n < 100; n++) {
    elapsed += 10_000
    expect(await status()).toBe(503)
  }
  expect(logged).toHaveLength(7)
  await sql`pragma query_only = off`.execute(shop.database)
  elapsed += 10_000
  expect(await status()).toBe(200)
})

test('many requests at once cause one check', async () => {
  const routes = health(shop)
  let checks = 0
  Object.defineProperty(shop.kit, 'path', { get: () => `/nonexistent/${++checks}` })
  const answers = await Promise.all(Array.from({ length: 100 }, () => routes.request('/readyz')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  expect(checks).toBe(1)
})

test.each(['127.0.0.1', '::1'])('a program on this machine, at %s, learns the parts', async (host) => {
  expect((await readyz({}, host)).body).toHaveProperty('checks')
})

test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
  'a request through a proxy, with %s, learns only whether the shop is ready',
  async (name) => {
    expect((await readyz({ [name]: '127.0.0.1' })).body).toEqual({ ready: true })
    await shop.database.schema.dropTable('outbox').execute()
    expect((await readyz({ [name]: '127.0.0.1' })).body).toEqual({ ready: false })
  },
)

test('a request from another address learns only whether the shop is ready', async () => {
  expect(await (await health(shop).request('/readyz')).json()).toEqual({ ready: true })
})
