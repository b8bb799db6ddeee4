import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { catchUp, startCatchUp } from '../../server/orders/catch-up.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
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
    shop.payments.listed.push({ event: added, at })
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
    await applyEvent(shop, known)
    addEvent({ orderId: null, effect: refunded })
    expect(await catchUp(shop)).toBe(0)
    expect(await shop.database.selectFrom('events').select('id').execute()).toEqual([{ id: known.id }])
  })

  test('an event that arrived in the other mode is applied when the shop runs in the event’s mode', async () => {
    const refund = addEvent({ effect: refunded })
    expect(await applyEvent(shop, { ...refund, livemode: true })).toBe('ignored')
    expect((await order()).status).toBe('paid')
    expect(await catchUp(shop)).toBe(1)
    expect((await order()).status).toBe('refunded')
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

  test('an event that cannot be read does not block the others', async () => {
    const warn = vi.fn()
    addEvent({ effect: refunded })
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
    addEvent({ effect: refunded })
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
