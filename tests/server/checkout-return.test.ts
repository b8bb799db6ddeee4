import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { aBuyer } from '../support/a-buyer.ts'
import type { Action } from '../support/bank.ts'
import { onBothDatabases } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'

onBothDatabases('a buyer who comes back from the checkout', (newDatabase) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
  })
  afterEach(() => shop.database.destroy())

  const ada = aBuyer()

  /** Starts a checkout, and acts at the provider. @returns the session's id */
  async function startSession(...actions: Action[]): Promise<string> {
    await startCheckout(shop, ada, '203.0.113.1')
    const { id } = shop.stripe.newest()
    for (const action of actions) await shop.stripe.act(id, action)
    return id
  }

  /** @returns the path of the page that the buyer sees */
  async function returnToShop(sessionId: string): Promise<string | null> {
    const response = await createApp(shop).request(`/functions/v1/checkout-return?session_id=${sessionId}`)
    expect(response.status).toBe(303)
    return (response.headers.get('location') ?? '').replace(shop.config.publicUrl, '')
  }

  // No event has arrived yet, so the shop asks the provider.
  test.each([
    ['has paid', '/payment-success#to=a%E2%80%A2%E2%80%A2%E2%80%A2%40example.com', ['pay']],
    ['waits for the bank', '/payment-success/waiting', ['pay-later']],
    ['was refused by the bank', '/#pricing', ['pay-later', 'bank-refuses']],
    ['let the checkout expire', '/#pricing', ['expire']],
  ] as const)('and %s is sent to %s', async (_, page, actions) => {
    expect(await returnToShop(await startSession(...actions))).toBe(page)
  })

  test('is sent to the CDN if the pages are there', async () => {
    shop.config.siteUrl = 'https://www.kit.works'
    const id = await startSession('pay')
    expect(await returnToShop(id)).toMatch(/^https:\/\/www\.kit\.works\/payment-success#/)
    const order = await shop.database.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    const { success_url, cancel_url } = JSON.parse(order.request)
    expect(success_url).toMatch(`${shop.config.publicUrl}/functions/`)
    expect(cancel_url).toBe('https://www.kit.works/#pricing')
  })

  test('sees the success page if the shop cannot look up the session', async () => {
    const id = await startSession('pay-later')
    shop.stripe.faultOf = () => 'lost'
    expect(await returnToShop(id)).toMatch(/^\/payment-success(#|$)/)
    for (const unknown of ['cs_unknown', '', '%00', 'x'.repeat(300)])
      expect(await returnToShop(unknown)).toBe('/payment-success')
  })
})
