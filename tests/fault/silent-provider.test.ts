import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const ada = aBuyer()
let shop: TestShop
let data: ReturnType<typeof temporaryDirectory>

beforeEach(async () => {
  data = temporaryDirectory()
  shop = await openShop({ dataDir: data.path, databaseUrl: null })
})
afterEach(async () => {
  vi.useRealTimers()
  await shop.database.destroy()
  data.remove()
})

/** Starts a checkout whose provider answers only after the time limit. @returns the stored address of the payment page */
async function checkoutWithLateAnswer(): Promise<string | null> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const called = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const { createSession } = shop.payments
  shop.payments.createSession = async (...call) => {
    called.resolve()
    await answer.promise
    return createSession(...call)
  }
  const refused = expect(startCheckout(shop, ada, '203.0.113.1')).rejects.toMatchObject({
    code: 'provider_failed',
  })
  await called.promise
  vi.advanceTimersByTime(9999)
  await refused

  vi.useRealTimers()
  answer.resolve()
  const url = () => shop.database.selectFrom('orders').select('checkout_url').executeTakeFirstOrThrow()
  await expect.poll(url).toEqual({ checkout_url: expect.stringContaining('https://') })
  return (await url()).checkout_url
}

test('a provider that does not answer does not keep the buyer waiting, and its late answer is stored', async () => {
  const url = await checkoutWithLateAnswer()
  expect(await startCheckout(shop, ada, '203.0.113.1')).toBe(url)
  expect(shop.stripe.created()).toBe(1)
})
