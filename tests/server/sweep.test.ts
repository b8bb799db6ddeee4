import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reserveOrder } from '../../server/checkout/reserve.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import type { NewOrder } from '../../server/database/schema.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { findOrder } from '../../server/orders/order-rows.ts'
import { reconcile } from '../../server/orders/reconcile.ts'
import { checkReturningBuyer, startSweep, sweepOnce } from '../../server/orders/sweep.ts'
import { ProviderError } from '../../server/payments/provider.ts'
import { onBothDatabases } from '../support/databases.ts'
import type { FakeSession } from '../support/fake-provider.ts'
import { storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const minute = 60_000

onBothDatabases('the sweep', (newDatabase) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
  })
  afterEach(() => shop.database.destroy())

  const buy = async (buyer = ada): Promise<FakeSession> => {
    const before = new Set(shop.payments.sessions.keys())
    await startCheckout(shop, buyer, '203.0.113.1')
    const session = [...shop.payments.sessions.values()].find(({ id }) => !before.has(id))
    if (!session) throw new Error('no session was made')
    return session
  }
  const order = (session: FakeSession) => findOrder(shop.database, session.orderId)
  const mails = async () =>
    (await shop.database.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)
  const mailCount = async () => (await mails()).length
  const silence = (when: 'create' | 'find' | 'expire') => {
    shop.payments.trouble = (call) => {
      if (call === when) throw new ProviderError('no answer', { definite: false })
    }
  }

  test('learns of a payment whose event never came, and the event that comes after all repeats it', async () => {
    const session = await buy()
    const event = shop.payments.pay(session)
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('open')
    shop.clock.now += 2 * minute
    await sweepOnce(shop)
    expect(await order(session)).toMatchObject({ status: 'paid', payment_id: `payment_${session.id}` })
    expect(await mailCount()).toBe(2)
    expect(await applyEvent(shop, event, '{}')).toBe('repeated')
    expect(await mailCount()).toBe(2)
  })

  test('does not wait until a clock that was set back has caught up', async () => {
    const session = await buy()
    shop.payments.pay(session)
    shop.clock.now -= 6 * 60 * minute
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('paid')
  })

  test('learns of a payment that only a refund has told of, and sends the receipt', async () => {
    const session = await buy()
    const { paymentId } = shop.payments.pay(session)
    const told = { orderId: null, sessionId: null, paymentId, payerEmail: null, livemode: false }
    const refunded = { kind: 'refunded', refundedCents: 100, amountCents: 34800 } as const
    await shop.database
      .updateTable('orders')
      .set({ payment_id: paymentId })
      .where('id', '=', session.orderId)
      .execute()
    await applyEvent(
      shop,
      {
        ...told,
        id: 'event-refund',
        type: 'refund',
        effect: { ...refunded, refunds: 1, failedRefunds: 0 },
        effectKey: 'refund:100',
      },
      '{}',
    )
    expect(await order(session)).toMatchObject({ status: 'paid', paid_at: null })
    shop.clock.now += 2 * minute
    await sweepOnce(shop)
    expect(await order(session)).toMatchObject({ status: 'paid', paid_at: shop.clock.now })
    expect((await mails()).filter((kind) => kind === 'receipt')).toHaveLength(1)
    shop.clock.now += 24 * 60 * minute
    const asked = vi.fn()
    shop.payments.trouble = asked
    await sweepOnce(shop)
    expect(asked).not.toHaveBeenCalled()
  })

  test('ends a session that is past its time and frees the seat', async () => {
    const session = await buy()
    shop.clock.now += 46 * minute
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('expired')
    expect(shop.payments.sessions.get(session.id)?.status).toBe('expired')
  })

  test('a payment in the last second counts, though the clock says that the order is over', async () => {
    const session = await buy()
    shop.clock.now += 31 * minute
    shop.payments.pay(session)
    shop.clock.now += 2 * minute
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('paid')
  })

  test('learns that the bank refused a payment that was to come later, and frees the seat', async () => {
    const session = await buy()
    const later = { ...session, status: 'complete', url: null } as const
    shop.payments.sessions.set(session.id, later)
    shop.clock.now += 2 * minute
    await sweepOnce(shop)
    expect(await order(session)).toMatchObject({ status: 'open', completed_at: shop.clock.now })
    shop.payments.sessions.set(session.id, { ...later, failed: true })
    shop.clock.now += 6 * 60 * minute
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('failed')
  })

  test('keeps the seat while the provider does not answer, however late it is', async () => {
    const session = await buy()
    silence('find')
    shop.clock.now += 10 * 60 * minute
    await sweepOnce(shop)
    expect((await order(session)).status).toBe('open')
  })

  test('one order without an answer does not keep the others from theirs', async () => {
    const first = await buy()
    shop.clock.now += 40 * minute
    const second = await buy({ name: 'Grace', email: 'grace@example.com' })
    shop.payments.pay(second)
    shop.clock.now += 2 * minute
    let calls = 0
    shop.payments.trouble = () => {
      if (calls++ === 0) throw new ProviderError('no answer', { definite: false })
    }
    await sweepOnce(shop)
    expect([(await order(first)).status, (await order(second)).status]).toEqual(['open', 'paid'])
  })

  describe('with many orders at once', () => {
    /** Open orders, each with a session at the provider. */
    const openOrders = async (count: number, change: (index: number) => Partial<NewOrder> = () => ({})) => {
      const ids: string[] = []
      for (let index = 0; index < count; index++) {
        const session = await shop.payments.createSession(
          JSON.stringify({ amountCents: 34800 }),
          `key-${index}`,
        )
        const created_at = shop.now()
        const times = { created_at, expires_at: created_at + 31 * minute, completed_at: null, paid_at: null }
        const order = { status: 'open', session_id: session.id, ...times, ...change(index) } as const
        ids.push(await storeOrder(shop.database, order))
      }
      shop.clock.now += 2 * minute
      return ids
    }
    /** The sessions that are asked about, in order. */
    const watch = (answer: (id: string) => Promise<void> = async () => {}) => {
      const asked: string[] = []
      const find = shop.payments.findSession.bind(shop.payments)
      shop.payments.findSession = async (id) => {
        asked.push(id)
        await answer(id)
        return find(id)
      }
      return asked
    }
    const sessionsOf = async (ids: string[]) =>
      Promise.all(ids.map(async (id) => (await findOrder(shop.database, id)).session_id))

    test('asks about eight at the same time', async () => {
      await openOrders(20)
      const waiting: (() => void)[] = []
      const asked = watch(() => new Promise((resolve) => waiting.push(resolve)))
      const turn = sweepOnce(shop)
      await expect.poll(() => waiting.length).toBe(8)
      expect(asked).toHaveLength(8)
      const release = setInterval(() => waiting.shift()?.(), 1)
      await turn
      clearInterval(release)
      expect(asked).toHaveLength(20)
    })

    test('asks first where the buyer has come back, then where the checkout has ended', async () => {
      const ids = await openOrders(40, (index) =>
        index === 30
          ? { returned_at: shop.now() }
          : index === 35
            ? {
                expires_at: shop.now(),
                created_at: shop.now() - 31 * minute,
                checked_at: shop.now() - minute,
              }
            : {},
      )
      // Nobody is answered before eight are asked about: they are the first eight, in any order.
      const eight = Promise.withResolvers<void>()
      const asked = watch(() => {
        if (asked.length === 8) eight.resolve()
        return eight.promise
      })
      await sweepOnce(shop)
      const urgent = await sessionsOf([ids[30] ?? '', ids[35] ?? ''])
      expect(asked.slice(0, 8)).toEqual(expect.arrayContaining(urgent))
      expect(new Set(asked).size).toBe(40)
    })

    test('ends the turn when the provider is away, and leaves the rest due', async () => {
      await openOrders(100)
      silence('find')
      const asked = watch()
      await sweepOnce(shop)
      expect(asked.length).toBeGreaterThanOrEqual(3)
      expect(asked.length).toBeLessThan(20)
      shop.payments.trouble = () => {}
      await sweepOnce(shop)
      expect(new Set(asked).size).toBe(100)
    })

    test('goes on after orders that the provider refuses to speak about', async () => {
      await openOrders(30)
      const asked = watch(async () => {
        throw new ProviderError('not this one', { definite: true })
      })
      await sweepOnce(shop)
      expect(asked).toHaveLength(30)
    })

    test('takes no more than a turn holds, and the rest in the next', async () => {
      await openOrders(500)
      const asked = watch()
      await sweepOnce(shop)
      expect(asked).toHaveLength(480)
      await sweepOnce(shop)
      expect(new Set(asked).size).toBe(500)
    })

    test('two machines ask about each order once', async () => {
      await openOrders(40)
      const asked = watch()
      await Promise.all([sweepOnce(shop), sweepOnce(shop)])
      expect(asked).toHaveLength(40)
    })

    test('a thousand visits of the success page at once are one question', async () => {
      const [id = ''] = await openOrders(1)
      const [sessionId = ''] = await sessionsOf([id])
      const asked = watch()
      await Promise.all(Array.from({ length: 1000 }, () => checkReturningBuyer(shop, sessionId ?? '')))
      expect(asked).toHaveLength(1)
      expect((await findOrder(shop.database, id)).returned_at).toBe(shop.now())
    })
  })

  describe('an order whose session never came', () => {
    test('is asked for again after its expiry and ended', async () => {
      const { order } = await reserveOrder(shop, ada, '203.0.113.1')
      shop.clock.now += 47 * minute
      await sweepOnce(shop)
      expect(await findOrder(shop.database, order.id)).toMatchObject({
        status: 'expired',
        session_id: expect.any(String),
      })
    })

    test('fails when the provider says that it was never made', async () => {
      const { order } = await reserveOrder(shop, ada, '203.0.113.1')
      shop.clock.now += 47 * minute
      shop.payments.trouble = () => {
        throw new ProviderError('expires_at lies in the past', { definite: true })
      }
      await sweepOnce(shop)
      expect((await findOrder(shop.database, order.id)).status).toBe('failed')
    })

    test('expires by the clock when the provider has not answered for an hour more', async () => {
      const { order } = await reserveOrder(shop, ada, '203.0.113.1')
      silence('create')
      shop.clock.now += 47 * minute
      await sweepOnce(shop)
      expect((await findOrder(shop.database, order.id)).status).toBe('open')
      shop.clock.now += 120 * minute
      await sweepOnce(shop)
      expect((await findOrder(shop.database, order.id)).status).toBe('expired')
    })
  })

  test('the success page asks at once, and not again within ten seconds', async () => {
    const session = await buy()
    await checkReturningBuyer(shop, session.id)
    expect((await order(session)).status).toBe('open')
    shop.payments.pay(session)
    await checkReturningBuyer(shop, session.id)
    expect((await order(session)).status).toBe('open')
    shop.clock.now += 10_000
    await checkReturningBuyer(shop, session.id)
    expect((await order(session)).status).toBe('paid')
  })

  test('the success page asks once for a thousand simultaneous visits', async () => {
    const session = await buy()
    shop.payments.pay(session)
    let asked = 0
    shop.payments.trouble = () => {
      asked++
    }
    await Promise.all(Array.from({ length: 1000 }, () => checkReturningBuyer(shop, session.id)))
    expect(asked).toBe(1)
    expect((await order(session)).status).toBe('paid')
  })

  test('the success page with any other session id, or without an answer, does nothing', async () => {
    const session = await buy()
    silence('find')
    const error = vi.fn()
    const strange = ['', 'unknown', "'; drop table orders", '\0', 'x'.repeat(10_000), session.id]
    for (const id of strange) await checkReturningBuyer({ ...shop, log: { ...shop.log, error } }, id)
    expect((await order(session)).status).toBe('open')
    // Anybody can open such an address, so none may raise an alarm.
    expect(error).not.toHaveBeenCalled()
  })

  test('reconcile asks about every open order and tells what changed', async () => {
    const session = await buy()
    await applyEvent(shop, shop.payments.pay(session), '{}')
    const second = await buy()
    shop.payments.pay(second)
    expect(await reconcile(shop)).toEqual([{ id: second.orderId, before: 'open', after: 'paid' }])
    expect(await reconcile(shop)).toEqual([])
  })

  test('reconcile names the order for which there was no answer', async () => {
    const session = await buy()
    silence('find')
    expect(await reconcile(shop)).toEqual([
      { id: session.orderId, before: 'open', after: 'open', error: expect.any(ProviderError) },
    ])
  })

  test('the loop sweeps until it is stopped', async () => {
    const session = await buy()
    shop.payments.pay(session)
    shop.clock.now += 2 * minute
    const sweep = startSweep(shop, 5)
    await expect.poll(async () => (await order(session)).status).toBe('paid')
    await sweep.stop()
  })
})
