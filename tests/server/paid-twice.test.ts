import { afterEach, beforeEach, expect, test } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { announce } from '../../server/acts/announce.ts'
import { grantOrder } from '../../server/acts/grant-order.ts'
import { createApp } from '../../server/app.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { renderMail } from '../../server/mail/render-mail.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { findMatchingOrders, findOrder } from '../../server/orders/find-orders.ts'
import { sweepOnce } from '../../server/orders/sweep.ts'
import { findErasable } from '../../server/personal-data/erasable.ts'
import { erasePerson } from '../../server/personal-data/erase.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { onBothDatabases } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const dora = aBuyer({ name: 'Dora', email: 'dora@example.com' })
const [home, work, phone] = ['198.51.100.7', '203.0.113.200', '192.0.2.9'] as const
const minute = 60_000

onBothDatabases('a person with two checkouts', (newDatabase) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
  })
  afterEach(() => shop.database.destroy())

  interface Opened {
    id: string
    orderId: string
    url: string
  }
  const open = async (client: string, buyer = dora): Promise<Opened> => {
    const url = await startCheckout(shop, buyer, client)
    shop.clock.now += 1000
    return { ...shop.stripe.newest(), url }
  }
  const pay = async ({ id }: Opened) => applyEvent(shop, await shop.stripe.pay(id))
  const order = ({ orderId }: Opened) => findOrder(shop.database, orderId)
  const status = async (opened: Opened) => (await order(opened)).status
  const atProvider = ({ id }: Opened) => shop.stripe.checkouts.get(id)?.status
  const mails = async () =>
    (await shop.database.selectFrom('outbox').selectAll().execute())
      .map(({ kind, recipient }) => `${kind} to ${recipient}`)
      .sort()
  /** What the mail about the sale of an order says. */
  const saleText = async ({ orderId }: Opened) => {
    const sale = shop.database.selectFrom('outbox').selectAll().where('kind', '=', 'sale')
    return (await renderMail(await sale.where('order_id', '=', orderId).executeTakeFirstOrThrow(), shop)).text
  }

  test('pays in one, and the next sweep ends the other, so that nobody can pay it', async () => {
    const [first, second, strange] = [
      await open(home),
      await open(work),
      await open(phone, aBuyer({ name: 'Eve', email: 'eve@example.com' })),
    ]
    await sweepOnce(shop)
    expect(await status(first)).toBe('open')
    await pay(second)
    await sweepOnce(shop)
    expect([await status(first), await status(second), await status(strange)]).toEqual([
      'expired',
      'paid',
      'open',
    ])
    expect(atProvider(first)).toBe('expired')
    await expect(shop.stripe.pay(first.id)).rejects.toThrow('cannot pay')
    expect(await mails()).toEqual(['receipt to dora@example.com', 'sale to seller@example.com'])
  })

  test('the sweep tries again when the provider did not answer', async () => {
    const [first, second] = [await open(home), await open(work)]
    await pay(first)
    for (const failing of [/^GET/, /expire$/]) {
      shop.stripe.faultOf = (route) => (failing.test(route) ? 'lost' : null)
      await sweepOnce(shop)
      expect(await status(second)).toBe('open')
    }
    shop.stripe.faultOf = () => null
    await sweepOnce(shop)
    expect(await status(second)).toBe('expired')
  })

  test('a payment in the moment in which the sweep ends the other checkout counts, and the seller hears of it', async () => {
    const [first, second] = [await open(home), await open(work)]
    await pay(first)
    shop.stripe.failNext(`POST /v1/checkout/sessions/${second.id}/expire`, async ({ answer }) => {
      shop.clock.now += 1000
      await shop.stripe.act(second.id, 'pay')
      return answer()
    })
    await sweepOnce(shop)
    expect([await status(first), await status(second)]).toEqual(['paid', 'paid'])
    expect(await saleText(second)).toContain(`already paid for order ${first.orderId}`)
  })

  test('pays both: both links are mailed, and the mail about the second sale names the first', async () => {
    const [first, second] = [await open(home), await open(work)]
    await pay(second)
    shop.clock.now += 1000
    await pay(first)
    for (const { id, orderId } of [first, second])
      await applyEvent(shop, shop.stripe.eventOf(id, { orderId }))
    await sweepOnce(shop)
    expect(await mails()).toEqual([
      'receipt to dora@example.com',
      'receipt to dora@example.com',
      'sale to seller@example.com',
      'sale to seller@example.com',
    ])
    expect(await saleText(second)).not.toContain('already paid')
    const text = await saleText(first)
    expect(text).toContain(`already paid for order ${second.orderId}`)
    const [, address = ''] = /Open this order:\s+(\S+)/.exec(text) ?? []
    const shown = await (await createApp(shop).request(new URL(address).pathname)).text()
    expect(shown).toContain(`<dt>Order</dt><dd>${first.orderId}</dd>`)
  })

  test('is not named after one of the payments was returned', async () => {
    const [first, second] = [await open(home), await open(work)]
    await pay(first)
    shop.clock.now += 1000
    await pay(second)
    expect(await saleText(second)).toContain('already paid')
    const refunded = { kind: 'refunded', refundedCents: 34800, amountCents: 34800 } as const
    const effect = { ...refunded, refunds: 1, failedRefunds: 0 }
    await applyEvent(
      shop,
      shop.stripe.eventOf(null, { orderId: first.orderId, type: 'refund', effect, effectKey: 'all' }),
    )
    expect(await saleText(second)).not.toContain('already paid')
  })

  test('opens another checkout after the payment on purpose: it stays open, and is found again', async () => {
    const before = await open(home)
    await pay(await open(work))
    const after = await open(home)
    expect(after.orderId).not.toBe(before.orderId)
    await sweepOnce(shop)
    expect([await status(before), await status(after)]).toEqual(['expired', 'open'])
    expect(await startCheckout(shop, dora, home)).toBe(after.url)
    shop.clock.now += 3 * minute
    await sweepOnce(shop)
    expect(await status(after)).toBe('open')
  })

  test('a payment that waits for the bank is not ended', async () => {
    const [first, second] = [await open(home), await open(work)]
    await shop.stripe.act(first.id, 'pay-later')
    const effect = { kind: 'completed', paid: false, totalCents: null } as const
    await applyEvent(shop, shop.stripe.eventOf(first.id, { effect, effectKey: 'waits' }))
    await pay(second)
    await sweepOnce(shop)
    expect(await order(first)).toMatchObject({ status: 'open', expired_at: null })
  })

  test('is one person in every form of their address, for the checkout, for new links, for the seller and for erasure', async () => {
    const [letters, ascii, accent] = [
      'greta@müller.example',
      'Greta@xn--mller-kva.example',
      'greta@mu\u0308ller.example',
    ].map((email) => ({ name: 'Greta', email })) as [typeof dora, typeof dora, typeof dora]
    const first = await open(home, letters)
    expect((await open(home, ascii)).url).toBe(first.url)
    const second = await open(work, accent)
    await pay(first)
    await sweepOnce(shop)
    expect(await status(second)).toBe('expired')

    shop.config = { ...shop.config, trustProxy: 1 }
    const app = createApp(shop)
    for (const { email } of [ascii, letters, accent]) {
      shop.clock.now += 20 * minute
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': phone }
      await app.request(functions.resendLink, { method: 'POST', headers, body: JSON.stringify({ email }) })
    }
    expect((await mails()).filter((mail) => mail.startsWith('link'))).toHaveLength(3)

    for (const { email } of [letters, ascii, accent]) {
      const found = await findMatchingOrders(shop.database, email)
      expect(found.map(({ id }) => id).sort()).toEqual([first.orderId, second.orderId].sort())
      expect(await findErasable(shop.database, email, shop.now())).toHaveLength(2)
    }
    await erasePerson(shop.database, ascii.email, { by: 'grace', now: shop.now() })
    expect(await order(first)).toMatchObject({ email: '', email_key: '', name: '' })
  })

  test('with two orders gets an announcement once', async () => {
    await pay(await open(home, aBuyer({ name: 'Greta', email: 'greta@müller.example' })))
    await pay(await open(work, aBuyer({ name: 'Greta', email: 'greta@xn--mller-kva.example' })))
    const news = { title: 'News', text: 'It is better now.' }
    expect(await announce(shop, news)).toEqual({ buyers: 1, queued: 1 })
    expect(await announce(shop, news)).toEqual({ buyers: 1, queued: 0 })
  })

  test("an erased person's orders have nothing in common", async () => {
    const [first, second] = [await open(home), await open(work)]
    await pay(first)
    await pay(second)
    await erasePerson(shop.database, dora.email, { by: 'grace', now: shop.now() })
    const seller = { by: 'grace', now: shop.now() }
    await grantOrder(shop, { ...dora, reason: 'gift' }, seller)
    const third = await open(home)
    await pay(third)
    const text = await saleText(third)
    expect(text).toContain('already paid')
    for (const { orderId } of [first, second]) expect(text).not.toContain(orderId)
  })
})
