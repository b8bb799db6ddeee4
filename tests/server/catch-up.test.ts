import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { catchUp, startCatchUp } from '../../server/orders/catch-up.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { EventShapeError, ProviderError, type ProviderEvent } from '../../server/payments/provider.ts'
import { sessionRequest } from '../../server/payments/stripe/request.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { onBothDatabases } from '../support/databases.ts'
import { sessionInput } from '../support/session-input.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const hour = 3_600_000
const day = 24 * hour

onBothDatabases('catching up with the provider', (newDatabase) => {
  let shop: TestShop
  /** A sale whose event arrived. */
  let id: string
  let sessionId: string
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
    await startCheckout(shop, aBuyer(), '203.0.113.1')
    const { id: session, orderId } = shop.stripe.newest()
    sessionId = session
    id = orderId
    await applyEvent(shop, await shop.stripe.pay(sessionId))
  })
  afterEach(() => shop.database.destroy())

  const order = () => findOrder(shop.database, id)
  const mails = async () =>
    (await shop.database.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)

  test('a refund, a dispute and a fraud warning whose events never arrived are applied once', async () => {
    for (const action of ['fraud-warning', 'dispute', 'refund'] as const)
      await shop.stripe.act(sessionId, action)
    expect(await catchUp(shop)).toBe(3)
    expect(await order()).toMatchObject({ status: 'refunded', dispute: 'open' })
    expect((await mails()).sort()).toEqual(['notice', 'notice', 'receipt', 'refund', 'sale'])
    expect(await catchUp(shop)).toBe(0)
  })

  test('two servers that catch up at the same time apply each event once', async () => {
    for (let index = 1; index <= 7; index++) {
      await startCheckout(shop, aBuyer({ email: `buyer-${index}@example.com` }), `198.51.100.${index}`)
      await shop.stripe.act(shop.stripe.newest().id, 'pay')
    }
    const counts = await Promise.all([catchUp(shop), catchUp(shop)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(7)
    expect((await mails()).filter((kind) => kind === 'receipt')).toHaveLength(8)
  })

  test('an event that arrived by webhook is not read again, and an event of another product is not stored', async () => {
    const request = sessionRequest(sessionInput(shop.now() + 3_600_000))
    const other = await shop.payments.createSession(request, 'another product')
    await shop.stripe.act(other.id, 'pay')
    const stored = () => shop.database.selectFrom('events').select('id').execute()
    const before = await stored()
    expect(await catchUp(shop)).toBe(0)
    expect(await stored()).toEqual(before)
    expect(before).toHaveLength(1)
  })

  test('an event that arrived in the other mode is applied when the shop runs in the event’s mode', async () => {
    const [dispute] = await shop.stripe.act(sessionId, 'dispute')
    const { body, headers } = shop.stripe.signed({ ...dispute, livemode: true })
    const event = await shop.payments.readEvent(new TextEncoder().encode(body), new Headers(headers))
    expect(await applyEvent(shop, event)).toBe('ignored')
    expect((await order()).status).toBe('paid')
    expect(await catchUp(shop)).toBe(1)
    expect((await order()).status).toBe('disputed')
    expect(await catchUp(shop)).toBe(0)
  })

  test('the first run reads 30 days, and later runs start an hour before the last one', async () => {
    const since: number[] = []
    const list = shop.payments.listEvents.bind(shop.payments)
    shop.payments.listEvents = (from) => {
      since.push(from)
      return list(from)
    }
    const first = shop.now()
    await catchUp(shop)
    shop.clock.now += 3 * hour
    await catchUp(shop)
    shop.clock.now += 40 * day
    await catchUp(shop)
    expect(since).toEqual([first - 30 * day, first - hour, shop.now() - 30 * day])
  })

  test('after a failure, the next run reads the same period again', async () => {
    await catchUp(shop)
    shop.clock.now += 2 * hour
    await shop.stripe.act(sessionId, 'refund')
    shop.stripe.faultOf = () => 'lost'
    shop.clock.now += 5 * day
    await expect(catchUp(shop)).rejects.toThrow(ProviderError)
    shop.stripe.faultOf = () => null
    expect(await catchUp(shop)).toBe(1)
    expect((await order()).status).toBe('refunded')
  })

  test('an event that cannot be read does not block the others', async () => {
    const warn = vi.fn()
    await shop.stripe.act(sessionId, 'refund')
    const list = shop.payments.listEvents.bind(shop.payments)
    shop.payments.listEvents = async function* (since) {
      const read = () => Promise.reject(new EventShapeError('unreadable'))
      yield [{ id: 'evt_unreadable', createdAt: shop.now(), read }]
      yield* list(since)
    }
    expect(await catchUp({ ...shop, log: { ...shop.log, warn } })).toBe(1)
    expect(warn).toHaveBeenCalledWith('catch_up.unreadable', { id: 'evt_unreadable' })
  })

  test('if the provider refuses a lookup for one event, the others are applied, and the next run tries again', async () => {
    await shop.stripe.act(sessionId, 'refund')
    const list = shop.payments.listEvents.bind(shop.payments)
    const oldest = shop.now() - 30 * day
    let lists = 0
    let read = () =>
      Promise.reject<ProviderEvent>(new ProviderError('The key lacks the permission.', { definite: true }))
    shop.payments.listEvents = async function* (from) {
      yield* list(from)
      if (from !== oldest) return
      lists++
      yield [{ id: 'evt_refused', createdAt: shop.now(), read: () => read() }]
    }
    await expect(catchUp(shop)).rejects.toThrow('The key lacks the permission.')
    expect((await order()).status).toBe('refunded')
    read = async () =>
      shop.stripe.eventOf(null, { id: 'evt_refused', orderId: id, effect: { kind: 'fraud_warning' } })
    expect(await catchUp(shop)).toBe(1)
    expect(lists).toBe(2)
  })

  test('the server catches up at its start', async () => {
    await catchUp(shop)
    await shop.stripe.act(sessionId, 'refund')
    const loop = startCatchUp(shop)
    await expect.poll(async () => (await order()).status).toBe('refunded')
    await loop.stop()
  })
})
