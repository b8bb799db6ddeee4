import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop, type TestShop } from '../support/shop.ts'

vi.mock('../../server/checkout/form-again.ts', { spy: true })
// Other test files may have loaded the app with the real module.
vi.resetModules()
const { checkoutFormAgain } = await import('../../server/checkout/form-again.ts')
const { createApp } = await import('../../server/app.ts')

const folder = temporaryDirectory()
let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ databaseUrl: null, dataDir: folder.path })
})
afterAll(async () => {
  await shop.database.destroy()
  folder.remove()
  // The next test file gets the real module.
  vi.resetModules()
})

const send = (email: string) =>
  createApp(shop).request(functions.createCheckout, {
    method: 'POST',
    body: new URLSearchParams(aBuyer({ email })),
  })

test('the form is drawn again only for a page of an error', async () => {
  expect((await send('ada@example.com')).status).toBe(303)
  expect(checkoutFormAgain).not.toHaveBeenCalled()
  expect((await send('ada')).status).toBe(400)
  expect(checkoutFormAgain).toHaveBeenCalledOnce()
})
