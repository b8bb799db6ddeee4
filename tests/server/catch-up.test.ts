import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { catchUp, startCatchUp } from '../../server/orders/catch-up.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { storeOtherMode } from '../../server/orders/receive-event.ts'
import { listEvents } from '../../server/orders/stored-events.ts'
import { EventShapeError, ProviderError, type ProviderEvent } from '../../server/payments/provider.ts'
import { onBothDatabases } from '../support/databases.ts'
import { eventOf } from '../support/fake-provider.ts'
import { storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const hour = 3_600_000
const day = 24 * hour

onBothDatabases('catching up with the provider', (newDatabase) => {
  let shop: TestShop
  let id: string
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
    id = await storeOrder(shop.database)
  })
  afterEach(() => shop.database.destroy())

  const amountCents = catalog.priceCents
  const refunded = {
    kind: 'refunded',
    refundedCents: amountCents,
    amountCents,
    refunds: 1,
    failedRefunds: 0,
  } as const
  /** Adds an event to the provider's list. Its webhook never arrives. */
  const addEvent = (event: Partial<ProviderEvent>, at = shop.now()) => {
    const added = eventOf(null, { orderId: id, effectKey: null, ...event })
    shop.payments.listed.push({ event: added, at, payload: '{"id":"evt_1","email":"ada@example.com"}' })
    return added
  }
  const order = () => findOrder(shop.database, id)
  const mails = async () =>
    (await shop.database.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)

  test('a refund, a dispute and a fraud warning whose events never arrived are applied once', async () => {
    addEvent({ type: 'radar.early_fraud_warning.created', effect: { kind: 'fraud_warning' } })
    addEvent({
      type: 'charge.dispute.created',
      effect: { kind: 'dispute', disputeId: 'dp_1', state: 'open' },
    })
    addEvent({ type: 'charge.refunded', effect: refunded })
    expect(await catchUp(shop)).toBe(3)
    expect(await order()).toMatchObject({ status: 'refunded', dispute: 'open' })
    expect((await mails()).sort()).toEqual(['notice', 'notice', 'receipt', 'refund', 'sale'])
    expect(JSON.stringify(await Array.fromAsync(listEvents(shop.database)))).not.toContain('ada@')
    expect(await catchUp(shop)).toBe(0)
  })

  test('two servers that catch up at the same time apply each event once', async () => {
    for (let index = 1; index <= 7; index++)
      addEvent({
        effect: { kind: 'dispute', disputeId: `dp_${index}`, state: 'open' },
        effectKey: `dp_${index}`,
      })
    const counts = await Promise.all([catchUp(shop), catchUp(shop)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(7)
    expect((await mails()).filter((kind) => kind === 'notice')).toHaveLength(7)
  })

  test('an event that arrived by webhook is not read again, and an event of another product is not stored', async () => {
    const known = addEvent({ effect: refunded })
    await applyEvent(shop, known, '{}')
    addEvent({ orderId: null, effect: refunded })
    expect(await catchUp(shop)).toBe(0)
    expect((await Array.fromAsync(listEvents(shop.database))).map((event) => event.id)).toEqual([known.id])
  })

  test('an event that arrived in the other mode is applied when the shop runs in the event’s mode', async () => {
    const refund = addEvent({ effect: refunded })
    await storeOtherMode(shop, { ...refund, livemode: true })
    expect((await order()).status).toBe('paid')
    expect(await catchUp(shop)).toBe(1)
    expect((await order()).status).toBe('refunded')
    expect(await catchUp(shop)).toBe(0)
  })

  test('the first run reads 30 days, and later runs start an hour before the last one', async () => {
    let periods: [number, number | null][] = []
    const list = shop.payments.listEvents.bind(shop.payments)
    shop.payments.listEvents = (...period) => {
      periods.push(period)
      return list(...period)
    }
    /** The 30 days before `end`. The shop reads one day at a time, because memory holds all events of a period. */
    const days = (end: number) =>
      Array.from({ length: 30 }, (_, index) => {
        const since = end - (30 - index) * day
        return [since, index < 29 ? since + day : null]
      })
    await catchUp(shop)
    expect(periods).toEqual(days(shop.now()))
    periods = []
    const first = shop.now()
    shop.clock.now += 3 * hour
    await catchUp(shop)
    expect(periods).toEqual([[first - hour, null]])
    periods = []
    shop.clock.now += 40 * day
    await catchUp(shop)
    expect(periods).toEqual(days(shop.now()))
  })

  test('after a failure, the next run reads the same period again', async () => {
    await catchUp(shop)
    shop.clock.now += 2 * hour
    addEvent({ effect: refunded })
    shop.payments.beforeCall = () => {
      throw new ProviderError('no answer', { definite: false })
    }
    shop.clock.now += 5 * day
    await expect(catchUp(shop)).rejects.toThrow('no answer')
    shop.payments.beforeCall = () => {}
    expect(await catchUp(shop)).toBe(1)
    expect((await order()).status).toBe('refunded')
  })

  test('after the clock is set back, a run does not wait until the stored time', async () => {
    shop.clock.now += day
    await catchUp(shop)
    shop.clock.now -= day
    addEvent({ effect: refunded })
    expect(await catchUp(shop)).toBe(1)
  })

  test('an event that cannot be read does not block the others', async () => {
    const warn = vi.fn()
    addEvent({ effect: refunded })
    const list = shop.payments.listEvents.bind(shop.payments)
    shop.payments.listEvents = async function* (since, until) {
      const read = () => Promise.reject(new EventShapeError('unreadable'))
      yield [{ id: 'evt_unreadable', createdAt: shop.now(), payload: '{}', read }]
      yield* list(since, until)
    }
    expect(await catchUp({ ...shop, log: { ...shop.log, warn } })).toBe(1)
    expect(warn).toHaveBeenCalledWith('catch_up.unreadable', { id: 'evt_unreadable' })
  })

  test('if the provider refuses a lookup for one event, the others are applied, and the next run tries again', async () => {
    addEvent({ effect: refunded })
    const list = shop.payments.listEvents.bind(shop.payments)
    const oldest = shop.now() - 30 * day
    let lists = 0
    let read = () =>
      Promise.reject<ProviderEvent>(new ProviderError('The key lacks the permission.', { definite: true }))
    shop.payments.listEvents = async function* (from, until) {
      yield* list(from, until)
      if (from !== oldest) return
      lists++
      yield [{ id: 'evt_refused', createdAt: shop.now(), payload: '{}', read: () => read() }]
    }
    await expect(catchUp(shop)).rejects.toThrow('The key lacks the permission.')
    expect((await order()).status).toBe('refunded')
    read = async () => eventOf(null, { id: 'evt_refused', orderId: id, effect: { kind: 'fraud_warning' } })
    expect(await catchUp(shop)).toBe(1)
    expect(lists).toBe(2)
  })

  test('the server catches up at its start', async () => {
    await catchUp(shop)
    addEvent({ effect: refunded })
    const loop = startCatchUp(shop)
    await expect.poll(async () => (await order()).status).toBe('refunded')
    await loop.stop()
  })
})
