import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { catalog } from '../../content/catalog.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { erasePerson } from '../../server/orders/erase.ts'
import { applyEvent, replayEvent } from '../../server/orders/events.ts'
import {
  changeAddress,
  consultationDone,
  consultationsOwed,
  findOrder,
  listEvents,
  listOrders,
  refund,
  restore,
  revoke,
  seatCounts,
  showOrder,
} from '../../server/orders/operations.ts'
import { mayDownload } from '../../server/orders/state.ts'
import { onBothDatabases } from '../support/databases.ts'
import { eventOf } from '../support/fake-provider.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const ada = { name: 'Ada Lovelace', email: 'Ada@example.com' }
const onlyRefund = { refunds: 1, failedRefunds: 0 }
const grace = { name: 'Grace Hopper', email: 'grace@example.com' }

onBothDatabases('the seller’s operations', (newDatabase) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
  })
  afterEach(() => shop.database.destroy())

  /** Checks out, and pays unless told not to. @returns the order's id */
  const buy = async (buyer = ada, pays = true): Promise<string> => {
    const before = new Set(shop.payments.sessions.keys())
    await startCheckout(shop, buyer, '203.0.113.1')
    const session = [...shop.payments.sessions.values()].find(({ id }) => !before.has(id))
    if (!session) throw new Error('no session was made')
    shop.clock.now += 1000
    if (pays) await applyEvent(shop, shop.payments.pay(session), JSON.stringify({ email: buyer.email }))
    return session.orderId
  }
  const order = (id: string) => findOrder(shop.database, id)

  test('lists orders, newest first, by status and by address in any letters', async () => {
    const first = await buy()
    const second = await buy(grace, false)
    const ids = async (filter: Parameters<typeof listOrders>[1]) =>
      (await listOrders(shop.database, filter)).map(({ id }) => id)
    expect(await ids({})).toEqual([second, first])
    expect(await ids({ status: 'paid' })).toEqual([first])
    expect(await ids({ email: 'ADA@EXAMPLE.COM' })).toEqual([first])
  })

  test('shows all that is known of an order, and says so when there is none', async () => {
    const id = await buy()
    await buy(grace)
    expect(await showOrder(shop.database, id)).toMatchObject({
      order: { id, ...ada },
      events: [{ order_id: id, outcome: 'applied' }],
      mails: [{ order_id: id }, { order_id: id }],
      downloads: [],
    })
    await expect(showOrder(shop.database, 'none')).rejects.toMatchObject({ code: 'not_found' })
  })

  describe('a changed address', () => {
    test('gets the mail that is queued already; the seller’s own stays with the seller', async () => {
      const id = await buy()
      await changeAddress(shop.database, id, ' ada@new.example ')
      expect((await order(id)).email).toBe('ada@new.example')
      const { mails } = await showOrder(shop.database, id)
      expect(Object.fromEntries(mails.map((mail) => [mail.kind, mail.recipient]))).toEqual({
        receipt: 'ada@new.example',
        sale: 'seller@example.com',
      })
    })

    test.each(['', 'ada', 'ada@example.com, eve@example.com'])('%j is refused', async (email) => {
      const id = await buy()
      await expect(changeAddress(shop.database, id, email)).rejects.toMatchObject({ code: 'bad_input' })
      expect((await order(id)).email).toBe(ada.email)
    })
  })

  test('revoking closes the download, restoring opens it', async () => {
    const id = await buy()
    expect(mayDownload(await revoke(shop.database, id, shop.clock.now))).toBe(false)
    expect(mayDownload(await restore(shop.database, id, shop.clock.now))).toBe(true)
    await expect(revoke(shop.database, 'none', 1)).rejects.toMatchObject({ code: 'not_found' })
  })

  describe('a refund', () => {
    test('is asked of the provider under one key, and the event changes the order', async () => {
      const id = await buy()
      await refund(shop, id)
      await refund(shop, id)
      const { payment_id, status } = await order(id)
      expect(new Set(shop.payments.refunds)).toEqual(new Set([`${payment_id} refund:${id}:0`]))
      expect(status).toBe('paid')
    })

    test('is asked under another key after one has failed', async () => {
      const id = await buy()
      const amountCents = catalog.priceCents
      await refund(shop, id)
      const effect = {
        kind: 'refunded',
        refundedCents: 0,
        amountCents,
        refunds: 1,
        failedRefunds: 1,
      } as const
      await applyEvent(shop, eventOf(null, { orderId: id, effect }), '{}')
      await refund(shop, id)
      expect(new Set(shop.payments.refunds).size).toBe(2)
    })

    test('of what was not paid, or has gone back, is refused', async () => {
      const open = await buy(grace, false)
      const id = await buy()
      const amountCents = catalog.priceCents
      const effect = { kind: 'refunded', refundedCents: amountCents, amountCents, ...onlyRefund } as const
      await applyEvent(shop, eventOf(null, { orderId: id, effect }), '{}')
      const remedy = expect.stringContaining('Reconcile')
      await expect(refund(shop, open)).rejects.toMatchObject({ code: 'conflict', remedy })
      const message = expect.stringContaining('already refunded')
      await expect(refund(shop, id)).rejects.toMatchObject({ code: 'conflict', message, remedy: undefined })
      const disputed = await buy({ ...ada, email: 'disputed@example.com' })
      const lost = { kind: 'dispute', state: 'lost' } as const
      await applyEvent(shop, eventOf(null, { orderId: disputed, effect: lost }), '{}')
      await expect(refund(shop, disputed)).rejects.toThrow(/dispute was lost/)
      expect(shop.payments.refunds).toEqual([])
    })

    test('is refused where the order was paid through another provider', async () => {
      const id = await buy()
      await shop.database.updateTable('orders').set({ provider: 'stripe' }).execute()
      await expect(refund(shop, id)).rejects.toThrow(/paid through stripe/)
    })
  })

  test('an event whose order was unknown is listed, and replayed once its order is there', async () => {
    const amountCents = catalog.priceCents
    const effect = { kind: 'refunded', refundedCents: 100, amountCents, ...onlyRefund } as const
    const early = eventOf(null, { paymentId: 'payment-of-ada', effect })
    await applyEvent(shop, early, '{}')
    expect((await listEvents(shop.database, { outcome: 'unmatched' })).map(({ id }) => id)).toEqual([
      early.id,
    ])
    expect(await replayEvent(shop, early.id)).toBe('unmatched')

    const id = await buy()
    await shop.database.updateTable('orders').set({ payment_id: 'payment-of-ada' }).execute()
    expect(await replayEvent(shop, early.id)).toBe('applied')
    expect((await order(id)).refunded_cents).toBe(100)
    expect(await replayEvent(shop, early.id)).toBe('duplicate')

    const meaningless = eventOf(null, { orderId: id, effect: null })
    expect(await applyEvent(shop, meaningless, '{}')).toBe('ignored')
    expect(await replayEvent(shop, meaningless.id)).toBe('ignored')
  })

  test('consultations are owed for what is paid, the longest waiting first, until they are done', async () => {
    const first = await buy()
    const second = await buy(grace)
    await buy({ ...ada, email: 'open@example.com' }, false)
    const owed = async () => (await consultationsOwed(shop.database, shop.payments)).map(({ id }) => id)
    expect(await owed()).toEqual([first, second])
    await consultationDone(shop.database, first, shop.clock.now)
    expect(await owed()).toEqual([second])
    const lost = { kind: 'dispute', state: 'lost' } as const
    await applyEvent(shop, eventOf(null, { orderId: second, effect: lost }), '{}')
    expect(await owed()).toEqual([])
  })

  test('counts seats by price and state', async () => {
    await buy()
    await buy(grace, false)
    expect(await seatCounts(shop.database, shop.payments)).toEqual({
      left: catalog.earlyBirdSeats - 2,
      orders: [
        { tier: 'early', status: 'open', count: 1 },
        { tier: 'early', status: 'paid', count: 1 },
      ],
    })
  })

  test('what was tried before the shop went live takes no seat and is owed no consultation', async () => {
    await buy()
    const none = { left: catalog.earlyBirdSeats, orders: [] }
    expect(await seatCounts(shop.database, { name: 'stripe', livemode: false })).toEqual(none)
    expect(await seatCounts(shop.database, { name: 'sandbox', livemode: true })).toEqual(none)
    expect(await consultationsOwed(shop.database, { name: 'stripe', livemode: true })).toEqual([])
  })

  describe('erasing a person', () => {
    test('leaves nothing of theirs in any table, and what the books need', async () => {
      const id = await buy()
      await shop.database
        .insertInto('downloads')
        .values({ id: 'd', order_id: id, kind: 'file', at: 1, ip: '192.0.2.7', user_agent: 'ada', bytes: 1 })
        .execute()
      const other = await buy(grace)
      expect(await erasePerson(shop.database, 'ada@EXAMPLE.com', shop.clock.now)).toEqual([id])

      const history = await showOrder(shop.database, id)
      expect(JSON.stringify(history)).not.toMatch(/"ada"|\bada@|lovelace|payer@example|192\.0\.2/i)
      expect(history.order).toMatchObject({
        status: 'paid',
        amount_cents: catalog.priceCents,
        payment_id: expect.any(String),
        erased_at: shop.clock.now,
      })
      expect((await showOrder(shop.database, other)).order).toMatchObject(grace)
    })

    test('finds them by the address that they bought with, after it was changed', async () => {
      const id = await buy({ ...ada, email: 'Äda@example.com' })
      await changeAddress(shop.database, id, 'ada@new.example')
      expect(await erasePerson(shop.database, 'äda@example.com', shop.clock.now)).toEqual([id])
      expect(JSON.stringify(await showOrder(shop.database, id))).not.toMatch(/äda@|\bada@/i)
    })

    test('and by the one that it was changed to, whatever the case of its letters', async () => {
      const id = await buy()
      await changeAddress(shop.database, id, 'ÄNNE@new.example')
      expect(await listOrders(shop.database, { email: 'änne@NEW.example' })).toMatchObject([{ id }])
      expect(await erasePerson(shop.database, 'Änne@new.example', shop.clock.now)).toEqual([id])
      expect(JSON.stringify(await showOrder(shop.database, id))).not.toMatch(/änne@/i)
    })

    test('stops mail that is queued, and events that still come queue none to nobody', async () => {
      const id = await buy()
      await erasePerson(shop.database, ada.email, shop.clock.now)
      await applyEvent(shop, eventOf(null, { orderId: id, effect: { kind: 'payment_succeeded' } }), '{}')
      const { mails } = await showOrder(shop.database, id)
      expect(mails.map((mail) => [mail.kind, mail.status]).sort()).toEqual([
        ['receipt', 'failed'],
        ['sale', 'failed'],
      ])
    })

    test('holds for what is told of them later, and for what no order was found for', async () => {
      const id = await buy()
      const person = { payerEmail: 'Ada@example.com' }
      const stray = eventOf(null, { ...person, orderId: 'nobody', effect: { kind: 'fraud_warning' } })
      await applyEvent(shop, stray, '{"email":"ada@example.com"}')
      await erasePerson(shop.database, ada.email, shop.clock.now)
      const late = eventOf(null, { ...person, orderId: id, effect: { kind: 'payment_succeeded' } })
      await applyEvent(shop, late, '{"email":"ada@example.com"}')
      expect(JSON.stringify(await showOrder(shop.database, id))).not.toMatch(/\bada@/i)
      expect(JSON.stringify(await listEvents(shop.database))).not.toMatch(/\bada@/i)
    })

    test('finds who is named by events alone, and whose sandbox checkout nobody asks about any more', async () => {
      const stray = eventOf(null, { payerEmail: 'Eve@example.com', orderId: 'nobody' })
      await applyEvent(shop, stray, '{"email":"eve@example.com"}')
      expect(await erasePerson(shop.database, 'eve@example.com', shop.clock.now)).toEqual([])
      expect(JSON.stringify(await listEvents(shop.database))).not.toMatch(/eve@/i)

      const open = await buy(ada, false)
      const { expires_at } = await order(open)
      await expect(erasePerson(shop.database, ada.email, expires_at - 1)).rejects.toThrow(open)
      await shop.database.updateTable('orders').set({ livemode: 1 }).where('id', '=', open).execute()
      await expect(erasePerson(shop.database, ada.email, expires_at)).rejects.toThrow(open)
      await shop.database.updateTable('orders').set({ livemode: 0 }).where('id', '=', open).execute()
      expect(await erasePerson(shop.database, ada.email, expires_at)).toEqual([open])
    })

    test('is refused for what is no address, above all for none', async () => {
      const id = await buy()
      for (const email of ['', ' ', 'ada'])
        await expect(erasePerson(shop.database, email, shop.clock.now)).rejects.toMatchObject({
          code: 'bad_input',
        })
      expect((await order(id)).email).toBe(ada.email)
      expect(await listOrders(shop.database, { email: '' })).toEqual([])
    })

    test('is refused while a payment may be on its way, and for a stranger', async () => {
      await buy()
      const open = await buy(ada, false)
      await expect(erasePerson(shop.database, ada.email, 1)).rejects.toThrow(open)
      expect((await order(open)).email).toBe(ada.email)
      await expect(erasePerson(shop.database, 'eve@example.com', 1)).rejects.toMatchObject({
        code: 'not_found',
      })
    })
  })
})
