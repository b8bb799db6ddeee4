import { afterEach, beforeEach, expect, test } from 'vitest'
import { retention } from '#content/retention.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { tableMemory } from '../../server/payments/sandbox/memory.ts'
import { sessionRequest } from '../../server/payments/stripe/request.ts'
import { applyRetention, startRetention } from '../../server/personal-data/retention.ts'
import { readHistory } from '../../server/seller/history.ts'
import { onBothDatabases } from '../support/databases.ts'
import { storeOrder } from '../support/orders.ts'
import { sessionInput } from '../support/session-input.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import { openStripe } from '../support/stripe.ts'

const day = 24 * 3_600_000

onBothDatabases('retention', (newDatabase) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
  })
  afterEach(() => shop.database.destroy())

  const nothing = { orders: 0, downloads: 0, mailFiles: 0, formerDatabases: 0, sandboxSessions: 0 }
  const unpaid = { paid_at: null, completed_at: null } as const
  const storeUnpaid = (at: number) => [
    storeOrder(shop.database, { ...unpaid, status: 'expired', expired_at: at }),
    storeOrder(shop.database, { ...unpaid, status: 'failed', failed_at: at }),
  ]
  const storeDownload = (id: string, orderId: string) =>
    shop.database
      .insertInto('downloads')
      .values({
        id,
        order_id: orderId,
        kind: 'file',
        at: shop.now(),
        ip: '192.0.2.7',
        user_agent: 'Ada',
        bytes: 1,
      })
      .execute()

  test('an unpaid order loses its personal data, but keeps what the statistics need', async () => {
    const ids = await Promise.all(storeUnpaid(shop.now()))
    const paid = await storeOrder(shop.database)
    shop.clock.now += retention.unpaidOrderDays * day
    expect(await applyRetention(shop)).toEqual(nothing)
    shop.clock.now += 1
    expect(await applyRetention(shop)).toEqual({ ...nothing, orders: 2 })
    for (const id of ids) {
      const history = await readHistory(shop.database, id)
      expect(JSON.stringify(history)).not.toMatch(/ada|lovelace/i)
      expect(history.order).toMatchObject({ amount_cents: 34800, erased_at: shop.now() })
    }
    expect(await findOrder(shop.database, paid)).toMatchObject({ name: 'Ada Lovelace' })
    expect(await applyRetention(shop)).toEqual(nothing)
  })

  test('an abandoned open order loses its personal data in test mode, but not in live mode', async () => {
    const open = { ...unpaid, status: 'open', expires_at: shop.now() } as const
    const testOrder = await storeOrder(shop.database, { ...open, provider: 'stripe' })
    const liveOrder = await storeOrder(shop.database, { ...open, provider: 'stripe', livemode: 1 })
    shop.clock.now += retention.unpaidOrderDays * day
    expect(await applyRetention(shop)).toEqual(nothing)
    shop.clock.now += 1
    expect(await applyRetention(shop)).toEqual({ ...nothing, orders: 1 })
    expect(await findOrder(shop.database, testOrder)).toMatchObject({ name: '', email: '' })
    expect(await findOrder(shop.database, liveOrder)).toMatchObject({ name: 'Ada Lovelace' })
  })

  test('all orders are made anonymous, even if they need several transactions', async () => {
    await Promise.all(Array.from({ length: 60 }, () => storeUnpaid(shop.now())).flat())
    shop.clock.now += retention.unpaidOrderDays * day + 1
    expect(await applyRetention(shop)).toMatchObject({ orders: 120 })
  })

  test('a download loses its IP address and browser, unless a dispute is open', async () => {
    const order = await storeOrder(shop.database)
    const disputed = await storeOrder(shop.database, { status: 'disputed', dispute: 'open' })
    await storeDownload('d-1', order)
    await storeDownload('d-2', disputed)
    shop.clock.now += retention.downloadTraceDays * day + 1
    expect(await applyRetention(shop)).toEqual({ ...nothing, downloads: 1 })
    const traces = async (id: string) => (await readHistory(shop.database, id)).downloads
    expect(await traces(order)).toMatchObject([{ ip: '', user_agent: '', bytes: 1 }])
    expect(await traces(disputed)).toMatchObject([{ ip: '192.0.2.7', user_agent: 'Ada' }])
  })

  test('the server applies retention by itself', async () => {
    const [id] = await Promise.all(storeUnpaid(shop.now()))
    shop.clock.now += retention.unpaidOrderDays * day + 1
    const loop = startRetention(shop)
    await expect.poll(async () => (await findOrder(shop.database, id ?? '')).erased_at).toBe(shop.now())
    await loop.stop()
  })

  test('a checkout of the sandbox is deleted long after its last event, an unpaid one with its order', async () => {
    const stripe = openStripe({ memory: tableMemory(shop.database), now: shop.now })
    const provider = stripe.connect()
    const [abandoned, paid] = await Promise.all(
      ['abandoned', 'paid'].map((key) =>
        provider.createSession(sessionRequest(sessionInput(shop.now() + 3_600_000)), key),
      ),
    )
    const found = async () => [
      await provider.findSession(abandoned?.id ?? ''),
      await provider.findSession(paid?.id ?? ''),
    ]
    const order = { ...unpaid, status: 'expired', idempotency_key: 'abandoned' } as const
    await storeOrder(shop.database, { ...order, expired_at: shop.now() })
    shop.clock.now += 60_000
    const paidAt = shop.now()
    await stripe.act(paid?.id ?? '', 'pay')

    shop.clock.now += retention.unpaidOrderDays * day
    expect(await applyRetention(shop)).toEqual({ ...nothing, orders: 1 })
    expect(await found()).toMatchObject([null, { paid: true }])
    shop.clock.now = paidAt + retention.downloadTraceDays * day
    expect(await applyRetention(shop)).toEqual(nothing)
    shop.clock.now += 1
    expect(await applyRetention(shop)).toEqual({ ...nothing, sandboxSessions: 1 })
    expect(await found()).toEqual([null, null])
  })
})
