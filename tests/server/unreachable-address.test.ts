import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#content/messages.ts'
import { functions, sellerPath } from '../../contract/paths.ts'
import { changeAddress, moveTo } from '../../server/acts/change-address.ts'
import { grantOrder } from '../../server/acts/grant-order.ts'
import { createApp } from '../../server/app.ts'
import { linkLifeMs, signLink } from '../../server/downloads/link.ts'
import { createSmtpMailer } from '../../server/mail/smtp-mailer.ts'
import { listOrders } from '../../server/orders/find-orders.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'

const unreachable = 'jürgen@example.com'
const data = temporaryDirectory()
let smtp: SmtpStandIn
let shop: TestShop
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  smtp = await startSmtp({ asciiOnly: true })
  const mailer = createSmtpMailer({ url: smtp.url })
  shop = { ...(await openShop({ dataDir: data.path, databaseUrl: null })), mailer }
  app = createApp(shop)
})
afterAll(async () => {
  await shop.mailer.close()
  await shop.database.destroy()
  await smtp.stop()
  data.remove()
})

const orders = () => Array.fromAsync(listOrders(shop.database))
const checkout = (email: string, asForm = false) => {
  const buyer = aBuyer({ email })
  return app.request(functions.createCheckout, {
    method: 'POST',
    ...(asForm
      ? { headers: { 'sec-fetch-site': 'same-origin' }, body: new URLSearchParams(buyer) }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(buyer) }),
  })
}

test('an address that the mail server cannot take is refused before the payment, by both forms', async () => {
  const json = await checkout(unreachable)
  expect(json.status).toBe(400)
  expect(await json.json()).toEqual({ error: messages.unreachableEmail })
  const page = await checkout(unreachable, true)
  expect(page.status).toBe(400)
  expect(await page.text()).toContain(messages.unreachableEmail)
  expect(await orders()).toEqual([])
})

test('no act of the seller gives an order such an address', async () => {
  const actor = { by: 'grace', now: shop.now() }
  const refused = { code: 'bad_input', message: messages.unreachableEmail }
  const gift = { name: 'Jürgen', email: unreachable, reason: 'gift' }
  await expect(grantOrder(shop, gift, actor)).rejects.toMatchObject(refused)
  expect(await orders()).toEqual([])
  const { id } = await grantOrder(shop, { ...gift, email: 'jurgen@example.com' }, actor)
  await expect(changeAddress(shop, id, unreachable, actor)).rejects.toMatchObject(refused)
  await expect(moveTo(shop, id, unreachable, actor)).rejects.toMatchObject(refused)
  expect(await orders()).toMatchObject([{ email: 'jurgen@example.com' }])
})

test('an address with letters in the domain alone is taken, and the seller cannot move its order to the other one', async () => {
  expect((await checkout('ada@münchen.example')).status).toBe(200)
  const [order] = await orders()
  if (!order) throw new Error('no order')
  const link = signLink({ orderId: order.id, expiresAt: shop.now() + linkLifeMs }, shop.linkSecret, 'seller')
  const refused = await app.request(sellerPath(link), {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ action: 'change-address', email: unreachable }),
  })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain(messages.unreachableEmail)
})
