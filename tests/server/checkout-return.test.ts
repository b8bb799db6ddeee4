import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { onBothDatabases } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'

onBothDatabases('a buyer who comes back from the checkout', (newDatabase) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
  })
  afterEach(() => shop.database.destroy())

  const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }

  /** Checks out, and changes what the provider knows of the session. @returns the session's id */
  async function sessionThat(change: object): Promise<string> {
    await startCheckout(shop, ada, '203.0.113.1')
    const [session] = [...shop.payments.sessions.values()]
    if (!session) throw new Error('no session was made')
    shop.payments.sessions.set(session.id, { ...session, url: null, ...change })
    return session.id
  }

  async function comeBack(sessionId: string): Promise<string | null> {
    const response = await createApp(shop).request(`/functions/v1/checkout-return?session_id=${sessionId}`)
    expect(response.status).toBe(303)
    return (response.headers.get('location') ?? '').replace(shop.config.publicUrl, '')
  }

  // No event of the provider has come yet, so the shop has to ask.
  test.each([
    ['has paid', { status: 'complete', paid: true }, '/payment-success'],
    ['waits for the bank', { status: 'complete', paid: false }, '/payment-success/waiting'],
    ['was refused by the bank', { status: 'complete', paid: false, failed: true }, '/#pricing'],
    ['let the checkout expire', { status: 'expired' }, '/#pricing'],
  ])('and %s is sent to the page that says so', async (_, change, page) => {
    expect(await comeBack(await sessionThat(change))).toBe(page)
  })

  test('leads to the CDN, if the pages are there', async () => {
    shop.config.siteUrl = 'https://www.kit.works'
    const id = await sessionThat({ status: 'complete', paid: true })
    expect(await comeBack(id)).toBe('https://www.kit.works/payment-success')
    const order = await shop.database.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    const { successUrl, cancelUrl } = JSON.parse(order.request)
    expect(successUrl).toMatch(`${shop.config.publicUrl}/functions/`)
    expect(cancelUrl).toBe('https://www.kit.works/#pricing')
  })

  test('sees the success page if the shop knows nothing about the session', async () => {
    const id = await sessionThat({ status: 'complete', paid: false })
    shop.payments.trouble = () => {
      throw new Error('connection lost')
    }
    expect(await comeBack(id)).toBe('/payment-success')
    for (const unknown of ['cs_unknown', '', '%00', 'x'.repeat(300)])
      expect(await comeBack(unknown)).toBe('/payment-success')
  })
})
