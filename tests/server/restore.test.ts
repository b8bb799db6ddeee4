import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { erase } from '../../server/acts/erase.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { catchUp } from '../../server/orders/catch-up.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { ProviderError } from '../../server/payments/provider.ts'
import { onBothDatabases } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const actor = { by: 'grace', now: 0 }

onBothDatabases('after the restore of a backup that lacks sales', (newDatabase) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
  })
  afterEach(() => shop.database.destroy())

  /** Sells the kit. */
  async function sell(name: string) {
    await startCheckout(shop, { name, email: `${name}@example.com` }, `203.0.113.${shop.stripe.created()}`)
    const { id: sessionId, orderId } = shop.stripe.newest()
    const event = await shop.stripe.pay(sessionId)
    expect(await applyEvent(shop, event)).toBe('applied')
    return { orderId, sessionId, paymentId: event.paymentId }
  }
  async function loseEverything() {
    for (const table of ['outbox', 'events', 'order_history', 'orders', 'progress'] as const)
      await shop.database.deleteFrom(table).execute()
  }
  const orders = () => shop.database.selectFrom('orders').selectAll().orderBy('name').execute()
  const mailsOf = async (id: string) =>
    (await shop.database.selectFrom('outbox').select('kind').where('order_id', '=', id).execute())
      .map(({ kind }) => kind)
      .sort()

  test('the catch-up makes the orders again, as they were sold, but none of an erased person', async () => {
    const ada = await sell('Ada')
    const eve = await sell('Eve')
    const grace = await sell('Grace')
    const amountCents = catalog.priceCents
    await shop.stripe.act(grace.sessionId, 'refund')
    await erase(shop, 'Eve@example.com', { ...actor, now: shop.now() })
    await loseEverything()
    // The price of the sale counts, not the one of today.
    shop.prices.priceCents += 5000

    expect(await catchUp(shop)).toBe(3)
    const sold = { tier: 'early', amount_cents: amountCents, terms_version: site.termsVersion }
    expect(await orders()).toMatchObject([
      {
        ...sold,
        id: ada.orderId,
        status: 'paid',
        name: 'Ada',
        email: 'Ada@example.com',
        session_id: ada.sessionId,
      },
      { ...sold, id: grace.orderId, status: 'refunded', name: 'Grace', payment_id: grace.paymentId },
    ])
    expect(await mailsOf(ada.orderId)).toEqual(['receipt', 'sale'])
    const names = [...shop.stripe.checkouts.values()].map(({ request }) => request.metadata?.buyer_name)
    expect(names).toEqual(['Ada', undefined, 'Grace'])
    expect(await mailsOf(eve.orderId)).toEqual([])
    expect(await catchUp(shop)).toBe(0)
  })

  test('a dispute, which names only the payment, makes its order, and the sweep finds the payment', async () => {
    const { orderId, paymentId } = await sell('Ada')
    await loseEverything()
    const effect = { kind: 'dispute', disputeId: 'dp_1', state: 'open' } as const
    expect(await applyEvent(shop, shop.stripe.eventOf(null, { orderId, paymentId, effect }))).toBe('applied')
    expect(await orders()).toMatchObject([{ id: orderId, status: 'disputed', dispute: 'open' }])
  })

  test('without an answer of the provider nothing is stored, and the event can come again', async () => {
    const { orderId, sessionId } = await sell('Ada')
    await loseEverything()
    shop.stripe.faultOf = () => 'lost'
    const event = shop.stripe.eventOf(sessionId)
    await expect(applyEvent(shop, event)).rejects.toThrow(ProviderError)
    expect(await orders()).toEqual([])
    shop.stripe.faultOf = () => null
    const outcomes = await Promise.all([applyEvent(shop, event), applyEvent(shop, event)])
    expect(outcomes.sort()).toEqual(['applied', 'duplicate'])
    expect(await orders()).toMatchObject([{ id: orderId, status: 'paid' }])
  })

  test('a sale of another shop on the same account is never taken, but after a move one of the former address', async () => {
    shop.config.publicUrl = 'https://old.example'
    const { orderId } = await sell('Ada')
    await loseEverything()
    shop.config.publicUrl = 'https://new.example'
    expect(await catchUp(shop)).toBe(0)
    expect(await catchUp(shop, 'other.example')).toBe(0)
    expect(await orders()).toEqual([])
    expect(await catchUp(shop, 'old.example')).toBe(1)
    expect(await orders()).toMatchObject([{ id: orderId, status: 'paid' }])
  })

  test('a checkout that nobody has completed makes no order', async () => {
    await startCheckout(shop, { name: 'Ada', email: 'ada@example.com' }, '203.0.113.1')
    const { id } = shop.stripe.newest()
    await loseEverything()
    const expired = shop.stripe.eventOf(id, { effect: { kind: 'expired' }, effectKey: 'expired' })
    expect(await applyEvent(shop, expired)).toBe('foreign')
    expect(await orders()).toEqual([])
  })

  test('without an answer of the provider, nobody is erased', async () => {
    await sell('Ada')
    shop.stripe.faultOf = () => 'server error'
    const attempt = erase(shop, 'Ada@example.com', { ...actor, now: shop.now() })
    await expect(attempt).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringMatching(/^Nothing was erased: .*An unknown error/),
    })
    expect(await orders()).toMatchObject([{ name: 'Ada', erased_at: null }])
  })
})
