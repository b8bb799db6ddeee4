import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeOrder } from '../../tests/support/orders.ts'
import { freePort, temporaryDirectory } from '../../tests/support/server-process.ts'
import { openShop, type TestShop, testConfig } from '../../tests/support/shop.ts'
import { startStripe } from '../../tests/support/stripe.ts'
import { createApp } from '../app.ts'
import { silentLog } from '../log/log.ts'
import { buildDependencies, openPayments } from './build-dependencies.ts'

let folder: ReturnType<typeof temporaryDirectory>
let shop: TestShop
beforeEach(async () => {
  folder = temporaryDirectory()
  shop = await openShop({ dataDir: folder.path, databaseUrl: null })
})
afterEach(async () => {
  await shop.database.destroy()
  folder.remove()
})

test('without a key, payments go to the sandbox in this process, and its API is on no address of the shop', async () => {
  const { payments, sandbox } = openPayments(testConfig({}), shop.linkSecret, shop)
  expect(payments).toMatchObject({ name: 'sandbox', livemode: false, webhooksConfigured: true })
  await payments.check()
  if (!sandbox) throw new Error('There is no sandbox.')
  const app = createApp({ ...shop, payments }, sandbox.routes)
  const headers = { authorization: `Bearer ${sandbox.access.secretKey}` }
  for (const path of ['/v1/checkout/sessions', '/sandbox/v1/checkout/sessions', '/sandbox/checkout/sessions'])
    expect((await app.request(path, { headers })).status).toBe(404)
})

test('with a key, payments go to Stripe, and there is no sandbox', async () => {
  const stripe = await startStripe()
  const config = testConfig({
    payments: 'stripe',
    stripe: { secretKey: stripe.access.secretKey, webhookSecret: null, apiUrl: stripe.url },
  })
  const { payments, sandbox } = openPayments(config, shop.linkSecret, shop)
  expect(payments).toMatchObject({ name: 'stripe', webhooksConfigured: false })
  expect(sandbox).toBeNull()
  await payments.check()
  expect(stripe.requests).toMatchObject([{ method: 'GET', path: '/v1/checkout/sessions' }])
  await stripe.stop()
})

test.each([
  ['is a file', '/dev/null'],
  ['lies below a file', '/dev/null/data'],
])('a data folder that %s is named with its remedy', async (_, dataDir) => {
  await expect(buildDependencies(testConfig({ dataDir }), silentLog)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(`This user cannot write ${dataDir}. Give this user the folder`),
  })
})

test('a Postgres server that does not answer is named with its remedy', async () => {
  const databaseUrl = `postgres://127.0.0.1:${await freePort()}/shop`
  const config = testConfig({ dataDir: folder.path, databaseUrl, linkSecret: 'x'.repeat(32) })
  const failure = await buildDependencies(config, silentLog).catch((error: unknown) => error)
  expect(failure).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Check DATABASE_URL'),
  })
  expect(String(failure)).not.toContain('version')
})

test('without its variables, the shop does not open a database of real orders in the sandbox', async () => {
  await storeOrder(shop.database, { provider: 'stripe', livemode: 1 })
  const config = testConfig({ dataDir: folder.path, linkSecret: 'x'.repeat(32) })
  await expect(buildDependencies(config, silentLog)).rejects.toMatchObject({
    message: expect.stringContaining('The database has orders that were paid with real money'),
    remedy: expect.stringContaining('set PAYMENTS=sandbox'),
  })
  const chosen = await buildDependencies({ ...config, paymentsChosen: true }, silentLog)
  expect(chosen.sandbox).not.toBeNull()
  await chosen.close()
})
