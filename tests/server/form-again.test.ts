import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import { checkoutFormAgain } from '../../server/checkout/form-again.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop, type TestShop } from '../support/shop.ts'

vi.mock('../../server/checkout/form-again.ts', { spy: true })

const folder = temporaryDirectory()
let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ databaseUrl: null, dataDir: folder.path })
})
afterAll(async () => {
  await shop.database.destroy()
  folder.remove()
})

const send = (email: string) =>
  createApp(shop).request(functions.createCheckout, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Ada Lovelace', email }),
  })

test('the form is drawn again only for a page of an error', async () => {
  expect((await send('ada@example.com')).status).toBe(303)
  expect(checkoutFormAgain).not.toHaveBeenCalled()
  expect((await send('ada')).status).toBe(400)
  expect(checkoutFormAgain).toHaveBeenCalledOnce()
})
