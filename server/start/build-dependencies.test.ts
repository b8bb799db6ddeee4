import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../../tests/support/server-process.ts'
import { openShop, type TestShop, testConfig } from '../../tests/support/shop.ts'
import { startStripe } from '../../tests/support/stripe.ts'
import { createApp } from '../app.ts'
import { openPayments } from './build-dependencies.ts'

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
