import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catalog } from '../../content/catalog.ts'
import { catchUp, startCatchUp } from '../../server/orders/catch-up.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { findOrder } from '../../server/orders/order-rows.ts'
import { storeOtherMode } from '../../server/orders/other-mode.ts'
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
  /** The provider makes an event whose webhook never comes. */
  const tell = (event: Partial<ProviderEvent>, at = shop.now()) => {
    const made = eventOf(null, { orderId: id, effectKey: null, ...event })
    shop.payments.listed.push({ event: made, at, payload: '{"id":"evt_1","email":"ada@example.com"}' })
    return made
  }
  const order = () => findOrder(shop.database, id)
  const mails = async () =>
    (await shop.database.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)

  test('a refund, a dispute and a fraud warning whose events never arrived are applied once', async () => {
    tell({ type: 'radar.early_fraud_warning.created', effect: { kind: 'fraud_warning' } })
    tell({ type: 'charge.dispute.created', effect: { kind: 'dispute', disputeId: 'dp_1', state: 'open' } })
    tell({ type: 'charge.refunded', effect: refunded })
    expect(await catchUp(shop)).toBe(3)
    expect(await order()).toMatchObject({ status: 'refunded', dispute: 'open' })
    expect((await mails()).sort()).toEqual(
      ['dispute', 'dispute-notice', 'fraud-notice', 'refund', 'refund-notice', 'receipt', 'sale'].sort(),
    )
    expect(JSON.stringify(await Array.fromAsync(listEvents(shop.database)))).not.toContain('ada@')
    expect(await catchUp(shop)).toBe(0)
  })

  test('two machines may catch up at the same time', async () => {
    for (let index = 1; index <= 7; index++)
      tell({ effect: { kind: 'dispute', disputeId: `dp_${index}`, state: 'open' }, effectKey: `dp_${index}` })
    const counts = await Promise.all([catchUp(shop), catchUp(shop)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(7)
    expect((await mails()).filter((kind) => kind === 'dispute-notice')).toHaveLength(7)
  })

  test('an event that arrived by webhook is not read again, and an event of another product is not stored', async () => {
    const known = tell({ effect: refunded })
    await applyEvent(shop, known, '{}')
    tell({ orderId: null, effect: refunded })
    expect(await catchUp(shop)).toBe(0)
    expect((await Array.fromAsync(listEvents(shop.database))).map((event) => event.id)).toEqual([known.id])
  })

  test('an event that arrived in the other mode is applied when the shop runs in the event’s mode', async () => {
    const refund = tell({ effect: refunded })
    await storeOtherMode(shop, { ...refund, livemode: true })
    expect((await order()).status).toBe('paid')
    expect(await catchUp(shop)).toBe(1)
    expect((await order()).status).toBe('refunded')
    expect(await catchUp(shop)).toBe(0)
  })

  test('the first run reads 30 days, and later runs start an hour before the last one', async () => {
    let parts: [number, number | null][] = []
    const list = shop.payments.listEvents.bind(shop.payments)
    shop.payments.listEvents = (...part) => {
      parts.push(part)
      return list(...part)
    }
    /** Thirty days, one after the other, so that memory holds the events of one. */
    const days = (end: number) =>
      Array.from({ length: 30 }, (_, index) => {
        const since = end - (30 - index) * day
        return [since, index < 29 ? since + day : null]
      })
    await catchUp(shop)
    expect(parts).toEqual(days(shop.now()))
    parts = []
    const first = shop.now()
    shop.clock.now += 3 * hour
    await catchUp(shop)
    expect(parts).toEqual([[first - hour, null]])
    parts = []
    shop.clock.now += 40 * day
    await catchUp(shop)
    expect(parts).toEqual(days(shop.now()))
  })

  test('after a failure, the next run starts at the same place', async () => {
    await catchUp(shop)
    shop.clock.now += 2 * hour
    tell({ effect: refunded })
    shop.payments.trouble = () => {
      throw new ProviderError('no answer', { definite: false })
    }
    shop.clock.now += 5 * day
    await expect(catchUp(shop)).rejects.toThrow('no answer')
    shop.payments.trouble = () => {}
    expect(await catchUp(shop)).toBe(1)
    expect((await order()).status).toBe('refunded')
  })

  test('after the clock was set back, it does not wait until the stored time', async () => {
    shop.clock.now += day
    await catchUp(shop)
    shop.clock.now -= day
    tell({ effect: refunded })
    expect(await catchUp(shop)).toBe(1)
  })

  test('an event that cannot be read does not block the others', async () => {
    const warn = vi.fn()
    tell({ effect: refunded })
    const list = shop.payments.listEvents.bind(shop.payments)
    shop.payments.listEvents = async function* (since, until) {
      const read = () => Promise.reject(new EventShapeError('absurd'))
      yield [{ id: 'evt_absurd', createdAt: shop.now(), payload: '{}', read }]
      yield* list(since, until)
    }
    expect(await catchUp({ ...shop, log: { ...shop.log, warn } })).toBe(1)
    expect(warn).toHaveBeenCalledWith('catch_up.unreadable', { id: 'evt_absurd' })
  })

  test('an event that the provider refuses to explain does not block the others, and the next run asks again', async () => {
    tell({ effect: refunded })
    const list = shop.payments.listEvents.bind(shop.payments)
    const oldest = shop.now() - 30 * day
    let asked = 0
    let read = () => Promise.reject<ProviderEvent>(new ProviderError('The key may not.', { definite: true }))
    shop.payments.listEvents = async function* (from, until) {
      yield* list(from, until)
      if (from !== oldest) return
      asked++
      yield [{ id: 'evt_refused', createdAt: shop.now(), payload: '{}', read: () => read() }]
    }
    await expect(catchUp(shop)).rejects.toThrow('The key may not.')
    expect((await order()).status).toBe('refunded')
    read = async () => eventOf(null, { id: 'evt_refused', orderId: id, effect: { kind: 'fraud_warning' } })
    expect(await catchUp(shop)).toBe(1)
    expect(asked).toBe(2)
  })

  test('the server catches up at its start', async () => {
    await catchUp(shop)
    tell({ effect: refunded })
    const loop = startCatchUp(shop)
    await expect.poll(async () => (await order()).status).toBe('refunded')
    await loop.stop()
  })
})
