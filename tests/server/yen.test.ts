// A shop in a currency without decimals: from the offer to the mails, no amount is divided or multiplied by 100.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { site } from '#content/site.ts'
import { formatMoney, formatMoneyExact } from '../../contract/money.ts'
import { functions } from '../../contract/paths.ts'
import { structuredOffers } from '../../contract/structured-offer.ts'
import { createApp } from '../../server/app.ts'
import { renderMail } from '../../server/mail/render-mail.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { priceData } from '../../server/payments/sandbox/checkout.ts'
import { checkoutPage } from '../../server/payments/sandbox/page.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { onBothDatabases } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const yen = { currency: 'jpy', priceCents: 5000, listPriceCents: 7000 }
const price = formatMoneyExact(5000, 'jpy', site.language)

onBothDatabases('a shop in yen', (newDatabase) => {
  let shop: TestShop
  let app: ReturnType<typeof createApp>

  beforeEach(async () => {
    shop = await openShop(await newDatabase())
    Object.assign(shop.prices, yen)
    app = createApp(shop)
  })
  afterEach(() => shop.database.destroy())

  const json = { 'content-type': 'application/json' }
  const order = () => shop.database.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const checkout = () =>
    app.request(functions.createCheckout, { method: 'POST', headers: json, body: JSON.stringify(aBuyer()) })

  test('the offer, the structured data and the written price say 5,000 yen', async () => {
    expect(await (await app.request(functions.offer)).json()).toMatchObject(yen)
    expect(structuredOffers(shop.prices)[0]).toMatchObject({ price: '5000', priceCurrency: 'JPY' })
    expect(formatMoney(5000, 'jpy', 'en')).toBe('¥5,000')
    expect(price).not.toMatch(/[.,]00\b(?!\d)/)
  })

  test('the payment page asks for it, and the order, the receipt and the notice have it', async () => {
    expect((await checkout()).status).toBe(200)
    const { id, orderId } = shop.stripe.newest()
    expect(await order()).toMatchObject({ id: orderId, amount_cents: 5000, currency: 'jpy' })
    const hosted = shop.stripe.checkouts.get(id)
    if (!hosted) throw new Error('The provider has no checkout.')
    expect(priceData(hosted)).toMatchObject({ unit_amount: '5000', currency: 'jpy' })
    const page = await (await checkoutPage(hosted, { now: shop.clock.now })).text()
    expect(page).toContain(`Pay ${price}`)
    await applyEvent(shop, await shop.stripe.pay(id))
    expect(await order()).toMatchObject({ status: 'paid', charged_cents: 5000 })
    const queued = await shop.database.selectFrom('outbox').selectAll().orderBy('kind').execute()
    // There is no notice of a wrong amount.
    expect(queued.map(({ kind }) => kind)).toEqual(['receipt', 'sale'])
    for (const mail of queued) expect((await renderMail(mail, shop)).text).toContain(price)
  })

  test('after a change of the currency, an open order in another one is not used again', async () => {
    expect((await checkout()).status).toBe(200)
    Object.assign(shop.prices, { currency: 'eur', priceCents: 5000 })
    expect((await checkout()).status).toBe(200)
    const orders = await shop.database.selectFrom('orders').select('currency').orderBy('currency').execute()
    expect(orders).toEqual([{ currency: 'eur' }, { currency: 'jpy' }])
  })
})
