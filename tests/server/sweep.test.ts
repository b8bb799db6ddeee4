import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reconcile } from '../../server/acts/reconcile.ts'
import { reserveOrder } from '../../server/checkout/reserve.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { checkReturningBuyer, startSweep, sweepOnce } from '../../server/orders/sweep.ts'
import { ProviderError } from '../../server/payments/provider.ts'
import { sessionRequest } from '../../server/payments/stripe/request.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { onBothDatabases } from '../support/databases.ts'
import { storeOrder } from '../support/orders.ts'
import { sessionInput } from '../support/session-input.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const ada = aBuyer()
const minute = 60_000

onBothDatabases('the sweep', (newDatabase) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
  })
  afterEach(() => shop.database.destroy())

  const buy = async (buyer = ada) => {
    await startCheckout(shop, buyer, '203.0.113.1')
    return shop.stripe.newest()
  }
  const order = ({ orderId }: { orderId: string }) => findOrder(shop.database, orderId)
  const mails = async () =>
    (await shop.database.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)
  const mailCount = async () => (await mails()).length
  const stripeIsDown = () => {
    shop.stripe.faultOf = () => 'lost'
  }

  test('finds a payment before its event arrives, and the event then changes nothing', async () => {
    const session = await buy()
    const event = await shop.stripe.pay(session.id)
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('open')
    shop.clock.now += 2 * minute
    await sweepOnce(shop)
    expect(await order(session)).toMatchObject({ status: 'paid', payment_id: event.paymentId })
    expect(await mailCount()).toBe(2)
    expect(await applyEvent(shop, event)).toBe('repeated')
    expect(await mailCount()).toBe(2)
  })

  test('finds a payment that only a refund has reported, and sends the receipt', async () => {
    const session = await buy()
    const { paymentId } = await shop.stripe.pay(session.id)
    const ids = {
      orderId: session.orderId,
      at: shop.now(),
      sessionId: null,
      paymentId,
      payerEmail: null,
      livemode: false,
    }
    const refunded = { kind: 'refunded', refundedCents: 100, amountCents: 34800 } as const
    await shop.database
      .updateTable('orders')
      .set({ payment_id: paymentId })
      .where('id', '=', session.orderId)
      .execute()
    await applyEvent(shop, {
      ...ids,
      id: 'event-refund',
      type: 'refund',
      effect: { ...refunded, refunds: 1, failedRefunds: 0 },
      effectKey: 'refund:100',
    })
    expect(await order(session)).toMatchObject({ status: 'paid', paid_at: null })
    shop.clock.now += 2 * minute
    await sweepOnce(shop)
    expect(await order(session)).toMatchObject({ status: 'paid', paid_at: shop.clock.now })
    expect((await mails()).filter((kind) => kind === 'receipt')).toHaveLength(1)
    shop.clock.now += 24 * 60 * minute
    const before = shop.stripe.requests.length
    await sweepOnce(shop)
    expect(shop.stripe.requests).toHaveLength(before)
  })

  test('expires a session after its time and frees the seat', async () => {
    const session = await buy()
    shop.clock.now += 46 * minute
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('expired')
  })

  test('a payment in the last second counts, even if the order has expired by the clock', async () => {
    const session = await buy()
    shop.clock.now += 31 * minute - 1
    await shop.stripe.pay(session.id)
    shop.clock.now += 2 * minute
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('paid')
  })

  test('an answer between failures shows that the provider is up, so the sweep goes on', async () => {
    const stopped: string[] = []
    shop.log = { ...shop.log, warn: (event) => void stopped.push(event) }
    for (let n = 0; n < 5; n++) {
      await startCheckout(shop, aBuyer({ name: 'Ada', email: `ada${n}@example.com` }), `203.0.${n}.1`)
    }
    shop.clock.now += 2 * minute
    const failed = Promise.withResolvers<void>()
    let calls = 0
    shop.stripe.faultOf = () => {
      calls++
      if (calls > 3) return ({ answer }) => answer(failed.promise)
      if (calls === 3) setTimeout(failed.resolve)
      return 'lost'
    }
    await sweepOnce(shop)
    expect(calls).toBe(5)
    expect(stopped).toEqual(Array(3).fill('sweep.no_answer'))
  })

  test('finds that the bank refused a pending payment, and frees the seat', async () => {
    const session = await buy()
    await shop.stripe.act(session.id, 'pay-later')
    shop.clock.now += 2 * minute
    await sweepOnce(shop)
    expect(await order(session)).toMatchObject({ status: 'open', completed_at: shop.clock.now })
    await shop.stripe.act(session.id, 'bank-refuses')
    shop.clock.now += 6 * 60 * minute
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('failed')
  })

  test('keeps the seat while the provider does not answer, even long after the expiry', async () => {
    const session = await buy()
    stripeIsDown()
    shop.clock.now += 10 * 60 * minute
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('open')
  })

  test('one order without an answer does not block the others', async () => {
    const first = await buy()
    shop.clock.now += 40 * minute
    const second = await buy(aBuyer({ name: 'Grace', email: 'grace@example.com' }))
    await shop.stripe.pay(second.id)
    shop.clock.now += 2 * minute
    shop.stripe.faultOf = (route) => (route.includes(first.id) ? 'lost' : null)
    await sweepOnce(shop)
    expect([(await order(first)).status, (await order(second)).status]).toEqual(['open', 'paid'])
  })

  describe('with many orders at once', () => {
    /** Stores open orders, each with a session at the provider. @returns their ids */
    const openOrders = async (count: number) => {
      const ids: string[] = []
      for (let index = 0; index < count; index++) {
        const session = await shop.payments.createSession(
          sessionRequest(sessionInput(shop.now() + 31 * minute)),
          `key-${index}`,
        )
        const created_at = shop.now()
        const times = { created_at, expires_at: created_at + 31 * minute, completed_at: null, paid_at: null }
        const email = `buyer-${index}@example.com`
        const buyer = { email, email_key: email, session_id: session.id }
        const order = { status: 'open', ...buyer, ...times } as const
        ids.push(await storeOrder(shop.database, order))
      }
      shop.clock.now += 2 * minute
      return ids
    }
    /** Records the ids of the sessions that the shop looks up, in order. */
    const recordLookups = (answer: (id: string) => Promise<void> = async () => {}) => {
      const lookups: string[] = []
      const find = shop.payments.findSession.bind(shop.payments)
      shop.payments.findSession = async (id) => {
        lookups.push(id)
        await answer(id)
        return find(id)
      }
      return lookups
    }

    test('looks up eight sessions at the same time', async () => {
      await openOrders(20)
      const waiting: (() => void)[] = []
      const lookups = recordLookups(() => new Promise((resolve) => waiting.push(resolve)))
      const sweep = sweepOnce(shop)
      await expect.poll(() => waiting.length).toBe(8)
      expect(lookups).toHaveLength(8)
      const release = setInterval(() => waiting.shift()?.(), 1)
      await sweep
      clearInterval(release)
      expect(lookups).toHaveLength(20)
    })

    test('stops when the provider does not answer, and leaves the rest due', async () => {
      await openOrders(100)
      stripeIsDown()
      const lookups = recordLookups()
      await sweepOnce(shop)
      expect(lookups.length).toBeGreaterThanOrEqual(3)
      expect(lookups.length).toBeLessThan(20)
      shop.stripe.faultOf = () => null
      await sweepOnce(shop)
      expect(new Set(lookups).size).toBe(100)
    })

    test('continues after orders that the provider refuses to look up', async () => {
      await openOrders(30)
      const lookups = recordLookups(async () => {
        throw new ProviderError('not this one', { definite: true })
      })
      await sweepOnce(shop)
      expect(lookups).toHaveLength(30)
    })

    test('checks at most 480 orders in one sweep, and the rest in the next', async () => {
      await openOrders(500)
      const lookups = recordLookups()
      await sweepOnce(shop)
      expect(lookups).toHaveLength(480)
      await sweepOnce(shop)
      expect(new Set(lookups).size).toBe(500)
    })

    test('two servers look up each order only once', async () => {
      await openOrders(40)
      const lookups = recordLookups()
      await Promise.all([sweepOnce(shop), sweepOnce(shop)])
      expect(lookups).toHaveLength(40)
    })
  })

  describe('an order whose session never arrived', () => {
    test('fails when it is retried after its expiry, because the provider refuses such a session', async () => {
      const { order } = await reserveOrder(shop, ada, '203.0.113.1')
      shop.clock.now += 47 * minute
      await sweepOnce(shop)
      expect(await findOrder(shop.database, order.id)).toMatchObject({ status: 'failed', session_id: null })
    })

    test('fails when the provider says that the session was never created', async () => {
      const { order } = await reserveOrder(shop, ada, '203.0.113.1')
      shop.clock.now += 47 * minute
      shop.stripe.faultOf = () => 'refused'
      await sweepOnce(shop)
      expect((await findOrder(shop.database, order.id)).status).toBe('failed')
    })

    test('expires by the clock if the provider does not answer for another hour', async () => {
      const { order } = await reserveOrder(shop, ada, '203.0.113.1')
      stripeIsDown()
      shop.clock.now += 47 * minute
      await sweepOnce(shop)
      expect((await findOrder(shop.database, order.id)).status).toBe('open')
      shop.clock.now += 120 * minute
      await sweepOnce(shop)
      expect((await findOrder(shop.database, order.id)).status).toBe('expired')
    })
  })

  test('the success page looks up the session at once, and not again within ten seconds', async () => {
    const session = await buy()
    await checkReturningBuyer(shop, session.id)
    expect((await order(session)).status).toBe('open')
    await shop.stripe.pay(session.id)
    await checkReturningBuyer(shop, session.id)
    expect((await order(session)).status).toBe('open')
    shop.clock.now += 10_000
    await checkReturningBuyer(shop, session.id)
    expect((await order(session)).status).toBe('paid')
  })

  test('the success page looks up the session once for a hundred simultaneous visits', async () => {
    const session = await buy()
    await shop.stripe.pay(session.id)
    const before = shop.stripe.requests.length
    await Promise.all(Array.from({ length: 100 }, () => checkReturningBuyer(shop, session.id)))
    expect(shop.stripe.requests).toHaveLength(before + 1)
    expect(await order(session)).toMatchObject({ status: 'paid' })
  })

  test('the success page with any other session id, or without an answer, does nothing', async () => {
    const session = await buy()
    stripeIsDown()
    const error = vi.fn()
    const ids = ['', 'unknown', "'; drop table orders", '\0', 'x'.repeat(10_000), session.id]
    for (const id of ids) await checkReturningBuyer({ ...shop, log: { ...shop.log, error } }, id)
    expect((await order(session)).status).toBe('open')
    // Anybody can open such an address, so none may raise an alarm.
    expect(error).not.toHaveBeenCalled()
  })

  test('reconcile checks every open order and returns the changes', async () => {
    const session = await buy()
    await applyEvent(shop, await shop.stripe.pay(session.id))
    const second = await buy()
    await shop.stripe.pay(second.id)
    // The list does not have the event yet.
    shop.payments.listEvents = async function* () {}
    expect((await reconcile(shop)).orders).toEqual([{ id: second.orderId, before: 'open', after: 'paid' }])
    expect((await reconcile(shop)).orders).toEqual([])
  })

  test('reconcile reports an order for which the provider did not answer', async () => {
    const session = await buy()
    stripeIsDown()
    expect((await reconcile(shop)).orders).toEqual([
      { id: session.orderId, before: 'open', after: 'open', error: expect.any(ProviderError) },
    ])
  })

  test('the loop sweeps until it is stopped', async () => {
    const session = await buy()
    await shop.stripe.pay(session.id)
    shop.clock.now += 2 * minute
    const sweep = startSweep(shop)
    await expect.poll(async () => (await order(session)).status).toBe('paid')
    await sweep.stop()
  })
})
