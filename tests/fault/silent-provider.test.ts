import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
let shop: TestShop
let dataDir: string

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'shop-'))
  shop = await openShop({ dataDir, databaseUrl: null })
})
afterEach(async () => {
  vi.useRealTimers()
  await shop.database.destroy()
  rmSync(dataDir, { recursive: true })
})

test('when the sandbox is slow, the buyer gets "unavailable", because the sandbox is in the same database', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  shop.payments.inShopDatabase = true
  shop.payments.trouble = () => {
    asked.resolve()
    return answer.promise
  }
  const refused = expect(startCheckout(shop, ada, '203.0.113.1')).rejects.toMatchObject({
    code: 'unavailable',
  })
  await asked.promise
  vi.advanceTimersByTime(9999)
  await refused
  vi.useRealTimers()
  answer.resolve()
  const url = () => shop.database.selectFrom('orders').select('checkout_url').executeTakeFirstOrThrow()
  await expect.poll(url).toEqual({ checkout_url: expect.stringContaining('https://') })
})

test('a provider that does not answer does not keep the buyer waiting, and its late answer is stored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  shop.payments.trouble = () => {
    asked.resolve()
    return answer.promise
  }
  const refused = expect(startCheckout(shop, ada, '203.0.113.1')).rejects.toMatchObject({
    code: 'provider_failed',
  })
  await asked.promise
  vi.advanceTimersByTime(9999)
  await refused

  vi.useRealTimers()
  answer.resolve()
  const url = () => shop.database.selectFrom('orders').select('checkout_url').executeTakeFirstOrThrow()
  await expect.poll(url).toEqual({ checkout_url: expect.stringContaining('https://') })
  const { checkout_url } = await url()
  expect(await startCheckout(shop, ada, '203.0.113.1')).toBe(checkout_url)
  expect(shop.payments.created).toBe(1)
})
