import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { consultation } from '#content/consultation.ts'
import { acts } from '../../server/acts/acts.ts'
import { grantOrder } from '../../server/acts/grant-order.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import type { ActName } from '../../server/database/schema.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { consultationsOwed, findOrder, listOrders, ordersOfPerson } from '../../server/orders/find-orders.ts'
import { earlyBirdLeft } from '../../server/orders/seats.ts'
import { mayDownload } from '../../server/orders/state.ts'
import type { PaymentMode } from '../../server/payments/payment-mode.ts'
import { mayNeedEvidence } from '../../server/personal-data/erasable.ts'
import { erasePerson } from '../../server/personal-data/erase.ts'
import { readHistory } from '../../server/seller/history.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { act } from '../support/acts.ts'
import { onBothDatabases } from '../support/databases.ts'
import { storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const ada = aBuyer({ email: 'Ada@example.com' })
const onlyRefund = { refunds: 1, failedRefunds: 0 }
const grace = aBuyer({ name: 'Grace Hopper', email: 'grace@example.com' })

onBothDatabases('the seller’s acts', (newDatabase) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openShop(await newDatabase())
  })
  afterEach(() => shop.database.destroy())

  /** Checks out, and pays unless `pays` is false. @returns the order's id */
  const buy = async (buyer = ada, pays = true): Promise<string> => {
    await startCheckout(shop, buyer, '203.0.113.1')
    const { id, orderId } = shop.stripe.newest()
    shop.clock.now += 1000
    if (pays) await applyEvent(shop, await shop.stripe.pay(id))
    return orderId
  }
  const order = (id: string) => findOrder(shop.database, id)
  const taken = async (mode: PaymentMode = shop.payments) =>
    catalog.earlyBirdSeats - (await earlyBirdLeft(shop.database, mode, shop.prices))
  const seller = () => ({ by: 'grace', now: shop.clock.now })

  test('orders are listed newest first, and those of a person by any address in any case', async () => {
    const first = await buy()
    const second = await buy(grace, false)
    const idsOf = (orders: { id: string }[]) => orders.map(({ id }) => id)
    expect(idsOf(await listOrders(shop.database))).toEqual([second, first])
    expect(idsOf(await listOrders(shop.database, { limit: 1 }))).toEqual([second])
    expect(idsOf(await ordersOfPerson(shop.database, 'ADA@EXAMPLE.COM'))).toEqual([first])
  })

  test('an order is found by a part of the name, of an address, or of the ids of its payment', async () => {
    const change = { name: 'Änne Иванова 100%_\\', email: 'Aenne@Books.example' }
    const id = await storeOrder(shop.database, { ...change, session_id: 'cs_live_A1', payment_id: 'pi_3Q' })
    await storeOrder(shop.database, { name: 'Grace Hopper', email: 'grace@example.com', payer_email: null })
    const found = async (find: string) => (await listOrders(shop.database, { find })).map(({ id }) => id)
    for (const text of ['änne', 'ÄNNE', 'иван', 'books', 'AENNE@', 'live_a1', 'pi_3q', '0%_\\', ' Änne '])
      expect([text, await found(text)]).toEqual([text, [id]])
    for (const text of ['%_example', 'a%e', 'pi_3Q cs', 'nobody']) expect(await found(text)).toEqual([])
    expect(await found('')).toHaveLength(2)
  })

  test('the full history of an order can be read, and an unknown order is an error', async () => {
    const id = await buy()
    await buy(grace)
    expect(await readHistory(shop.database, id)).toMatchObject({
      order: { id, ...ada },
      events: [{ order_id: id, outcome: 'applied' }],
      mails: [{ order_id: id }, { order_id: id }],
      downloads: [],
    })
    await expect(readHistory(shop.database, 'none')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a granted order has no payment at the provider: receipt, download, no seat, no consultation', async () => {
    const { id } = await grantOrder(shop, { ...grace, reason: 'because' }, seller())
    expect(mayDownload(await order(id))).toBe(true)
    const { mails, acts } = await readHistory(shop.database, id)
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([['receipt', grace.email]])
    expect(acts).toMatchObject([{ action: 'grant', by: 'grace' }])
    expect(await consultationsOwed(shop.database, shop.payments)).toEqual([])
    expect(await taken()).toBe(0)
    const wrong = grantOrder(shop, { name: '', email: 'no', reason: '' }, seller())
    await expect(wrong).rejects.toMatchObject({ code: 'bad_input' })
  })

  describe('a changed address', () => {
    test('gets the mail that is already queued, but not the seller’s notices', async () => {
      const id = await buy()
      await act(shop, 'change-address', id, ' ada@new.example ')
      expect((await order(id)).email).toBe('ada@new.example')
      const { mails } = await readHistory(shop.database, id)
      expect(Object.fromEntries(mails.map((mail) => [mail.kind, mail.recipient]))).toEqual({
        receipt: 'ada@new.example',
        sale: 'seller@example.com',
      })
    })

    test.each(['', 'ada', 'ada@example.com, eve@example.com'])('%j is refused', async (email) => {
      const id = await buy()
      await expect(act(shop, 'change-address', id, email)).rejects.toMatchObject({
        code: 'bad_input',
      })
      expect((await order(id)).email).toBe(ada.email)
    })
  })

  const lost = { kind: 'dispute', disputeId: 'dp_1', state: 'lost' } as const

  test('a closed download can be opened, and either is refused the second time', async () => {
    const id = await buy()
    expect(mayDownload(await act(shop, 'close', id))).toBe(false)
    await expect(act(shop, 'close', id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(act(shop, 'resend', id)).rejects.toThrow(/was closed\. open reopens it/)
    expect(mayDownload(await act(shop, 'open', id))).toBe(true)
    await expect(act(shop, 'open', id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(act(shop, 'close', 'none')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a download is opened after a lost dispute, and no consultation is owed; one of a refund stays closed', async () => {
    const id = await buy()
    await applyEvent(shop, shop.stripe.eventOf(null, { orderId: id, effect: lost }))
    expect(mayDownload(await order(id))).toBe(false)
    expect(mayDownload(await act(shop, 'open', id))).toBe(true)
    expect(await consultationsOwed(shop.database, shop.payments)).toEqual([])
    expect(mayDownload(await act(shop, 'close', id))).toBe(false)

    const refunded = await storeOrder(shop.database, { status: 'refunded', refunded_at: 1 })
    await expect(act(shop, 'open', refunded)).rejects.toThrow(/is refunded/)
    const closed = await storeOrder(shop.database, { status: 'refunded', refunded_at: 1, revoked_at: 1 })
    expect(mayDownload(await act(shop, 'open', closed))).toBe(false)
  })

  test('a note replaces the one before, has a longest length, and an empty one removes it', async () => {
    const id = await buy()
    expect((await act(shop, 'note', id, ' wants an  invoice ')).note).toBe('wants an invoice')
    expect((await act(shop, 'note', id, 'has it')).note).toBe('has it')
    await expect(act(shop, 'note', id, 'x'.repeat(1001))).rejects.toMatchObject({ code: 'bad_input' })
    expect((await act(shop, 'note', id)).note).toBeNull()
  })

  test('nothing can be done to an order whose buyer was erased', async () => {
    const id = await buy()
    await act(shop, 'note', id, 'invoice 2025-18')
    await erasePerson(shop.database, ada.email, seller())
    expect(JSON.stringify(await readHistory(shop.database, id))).not.toContain('invoice 2025')
    for (const { name } of acts)
      await expect(act(shop, name, id, 'ada@new.example')).rejects.toThrow(`Order ${id} was erased.`)
    expect((await order(id)).email).toBe('')
  })

  test('an act that fails changes nothing and is not recorded', async () => {
    const id = await buy()
    const before = await readHistory(shop.database, id)
    await expect(act(shop, 'change-address', id, 'ada@')).rejects.toMatchObject({ code: 'bad_input' })
    await expect(act(shop, 'open', id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await readHistory(shop.database, id)).toEqual(before)
  })

  test('the order has the worst state of all its disputes, and the state of each by its id', async () => {
    const id = await buy()
    const applyDispute = async (disputeId: string, state: 'open' | 'won' | 'lost') => {
      const effect = { kind: 'dispute', disputeId, state } as const
      await applyEvent(
        shop,
        shop.stripe.eventOf(null, { orderId: id, effect, effectKey: `${disputeId}:${state}` }),
      )
      const { status, dispute, disputes } = await order(id)
      return [status, dispute, JSON.parse(disputes)]
    }
    expect(await applyDispute('dp_1', 'open')).toEqual(['disputed', 'open', { dp_1: 'open' }])
    expect(await applyDispute('dp_2', 'won')).toEqual(['disputed', 'open', { dp_1: 'open', dp_2: 'won' }])
    expect(await applyDispute('dp_1', 'won')).toEqual(['paid', 'won', { dp_1: 'won', dp_2: 'won' }])
    expect(await applyDispute('dp_3', 'open')).toMatchObject(['disputed', 'open', {}])
    expect(await applyDispute('dp_3', 'lost')).toMatchObject(['disputed', 'lost', {}])
  })

  test('the order records every act, who did it and when', async () => {
    const id = await buy()
    const done: [ActName, string][] = [
      ['close', ''],
      ['open', ''],
      ['change-address', 'ada@new.example'],
      ['resend', ''],
      ['note', 'called'],
    ]
    for (const [name, typed] of done) {
      await act(shop, name, id, typed)
      shop.clock.now += 1000
    }
    const records = (await readHistory(shop.database, id)).acts
    expect(records.map(({ action }) => action)).toEqual(done.map(([name]) => name))
    expect(records.at(-1)).toMatchObject({ by: 'grace', at: shop.clock.now - 1000 })
    expect(JSON.parse(records[2]?.details ?? '')).toEqual({ from: ada.email, to: 'ada@new.example' })
  })

  test('an event is stored with its effect, and without personal data', async () => {
    const id = await buy(ada, false)
    const effect = { kind: 'completed', paid: true, totalCents: 34800 } as const
    const at = shop.now() - 5000
    const paid = shop.stripe.eventOf((await order(id)).session_id, {
      effect,
      at,
      payerEmail: 'Eve@example.com',
    })
    expect(await applyEvent(shop, paid)).toBe('applied')
    const { events } = await readHistory(shop.database, id)
    expect(events).toMatchObject([
      { happened_at: at, created_at: shop.now(), effect: JSON.stringify(effect) },
    ])
    expect(JSON.stringify(events)).not.toMatch(/eve@/i)
    expect((await order(id)).payer_email).toBe('Eve@example.com')
  })

  test('an event about something that the shop did not sell is not stored', async () => {
    for (const event of [
      shop.stripe.eventOf('cs_of_another_product'),
      shop.stripe.eventOf('cs_subscription', { effect: null, effectKey: null }),
      shop.stripe.eventOf('cs_elsewhere', { orderId: 'elsewhere', payerEmail: 'eve@example.com' }),
    ])
      expect(await applyEvent(shop, event)).toBe('foreign')
    expect(await applyEvent(shop, shop.stripe.eventOf(null, { type: 'product.created', effect: null }))).toBe(
      'ignored',
    )
    expect(await shop.database.selectFrom('events').selectAll().execute()).toEqual([])
  })

  test.skipIf(!consultation)(
    'consultations are owed for paid orders, oldest first, until they are done',
    async () => {
      const first = await buy()
      const second = await buy(grace)
      const open = await buy({ ...ada, email: 'open@example.com' }, false)
      const owed = async () => (await consultationsOwed(shop.database, shop.payments)).map(({ id }) => id)
      expect(await owed()).toEqual([first, second])
      await act(shop, 'consultation', first)
      expect(await owed()).toEqual([second])
      await expect(act(shop, 'consultation', first)).rejects.toThrow('already marked as done. --undo')
      await act(shop, 'consultation', first, 'yes')
      await expect(act(shop, 'consultation', first, 'yes')).rejects.toThrow('not marked as done')
      await expect(act(shop, 'consultation', open)).rejects.toThrow('No consultation is owed')
      expect(await owed()).toEqual([first, second])
      await applyEvent(shop, shop.stripe.eventOf(null, { orderId: second, effect: lost }))
      expect(await owed()).toEqual([first])
    },
  )

  test('test orders take no seat in a live shop and are owed no consultation', async () => {
    await buy()
    expect(await taken({ name: 'stripe', livemode: false })).toBe(0)
    expect(await taken({ name: 'sandbox', livemode: true })).toBe(0)
    expect(await consultationsOwed(shop.database, { name: 'stripe', livemode: true })).toEqual([])
  })

  describe('erasing a person', () => {
    test('removes the person from every table and keeps what the books need', async () => {
      const id = await buy()
      await shop.database
        .insertInto('downloads')
        .values({ id: 'd', order_id: id, kind: 'file', at: 1, ip: '192.0.2.7', user_agent: 'ada', bytes: 1 })
        .execute()
      const other = await buy(grace)
      expect(await erasePerson(shop.database, 'ada@EXAMPLE.com', seller())).toEqual([id])

      const history = await readHistory(shop.database, id)
      expect(JSON.stringify(history)).not.toMatch(/"ada"|\bada@|lovelace|payer@example|192\.0\.2/i)
      expect(history.order).toMatchObject({
        status: 'paid',
        amount_cents: catalog.priceCents,
        payment_id: expect.any(String),
        erased_at: shop.clock.now,
      })
      expect((await readHistory(shop.database, other)).order).toMatchObject(grace)
    })

    test('finds the person by the former address of an order', async () => {
      const id = await buy({ ...ada, email: 'Äda@example.com' })
      await act(shop, 'change-address', id, 'ada@new.example')
      expect(await erasePerson(shop.database, 'äda@example.com', seller())).toEqual([id])
      expect(JSON.stringify(await readHistory(shop.database, id))).not.toMatch(/äda@|\bada@/i)
    })

    test('finds the person by the new address of an order, in any case', async () => {
      const id = await buy()
      await act(shop, 'change-address', id, 'ÄNNE@new.example')
      expect(await ordersOfPerson(shop.database, 'änne@NEW.example')).toMatchObject([{ id }])
      expect(await erasePerson(shop.database, 'Änne@new.example', seller())).toEqual([id])
      expect(JSON.stringify(await readHistory(shop.database, id))).not.toMatch(/änne@/i)
    })

    test('stops queued mail, and later events queue no mail', async () => {
      const id = await buy()
      await erasePerson(shop.database, ada.email, seller())
      await applyEvent(
        shop,
        shop.stripe.eventOf(null, { orderId: id, effect: { kind: 'payment_succeeded' } }),
      )
      const { mails } = await readHistory(shop.database, id)
      expect(mails.map((mail) => [mail.kind, mail.status]).sort()).toEqual([
        ['receipt', 'failed'],
        ['sale', 'failed'],
      ])
    })

    test('also removes the person from later events, and the books stay correct', async () => {
      const id = await buy()
      await erasePerson(shop.database, ada.email, seller())
      const amountCents = catalog.priceCents
      const effect = { kind: 'refunded', refundedCents: amountCents, amountCents, ...onlyRefund } as const
      const late = shop.stripe.eventOf(null, { payerEmail: 'Ada@example.com', orderId: id, effect })
      await applyEvent(shop, late, '{"email":"ada@example.com"}')
      const history = await readHistory(shop.database, id)
      expect(JSON.stringify(history)).not.toMatch(/\bada@/i)
      expect(history.order).toMatchObject({
        status: 'refunded',
        amount_cents: amountCents,
        refunded_cents: amountCents,
      })
      expect(await taken()).toBe(0)
    })

    test('finds the person by the address that they gave to the provider', async () => {
      const id = await buy(ada, false)
      const paid = await shop.stripe.pay((await order(id)).session_id ?? '')
      await applyEvent(shop, { ...paid, payerEmail: 'payer@example.com' })
      expect(await erasePerson(shop.database, 'PAYER@example.com', seller())).toEqual([id])
      expect(JSON.stringify(await readHistory(shop.database, id))).not.toMatch(/payer@|\bada@/i)
    })

    test('keeps the record of the seller’s acts, without addresses', async () => {
      const id = await buy()
      await act(shop, 'change-address', id, 'ada@new.example')
      expect((await readHistory(shop.database, id)).acts).toMatchObject([
        {
          action: 'change-address',
          by: 'grace',
          at: shop.clock.now,
          details: expect.stringContaining(ada.email),
        },
      ])
      await erasePerson(shop.database, ada.email, seller())
      const { acts } = await readHistory(shop.database, id)
      expect(acts.map(({ action, by, details }) => [action, by, details]).sort()).toEqual([
        ['change-address', 'grace', '{}'],
        ['erase', 'grace', '{}'],
      ])
    })

    test('loses evidence while the payment is disputed or may still be disputed', async () => {
      const day = 24 * 3_600_000
      const paid = await order(await buy())
      const paidAt = paid.paid_at ?? 0
      expect(mayNeedEvidence(paid, paidAt + 119 * day)).toBe(true)
      expect(mayNeedEvidence(paid, paidAt + 120 * day)).toBe(false)
      const disputes = JSON.stringify({ dp_1: 'lost', dp_2: 'open' })
      expect(mayNeedEvidence({ ...paid, dispute: 'lost', disputes }, paidAt + 400 * day)).toBe(true)
      expect(mayNeedEvidence({ ...paid, refunded_at: paidAt }, paidAt)).toBe(false)
      expect(mayNeedEvidence({ ...paid, paid_at: null }, paidAt)).toBe(false)
    })

    test('also erases a sandbox checkout after the shop has left the sandbox', async () => {
      const open = await buy(ada, false)
      const { expires_at } = await order(open)
      const erase = (now: number) => erasePerson(shop.database, ada.email, { by: 'grace', now })
      await expect(erase(expires_at - 1)).rejects.toThrow(open)
      await shop.database.updateTable('orders').set({ livemode: 1 }).where('id', '=', open).execute()
      await expect(erase(expires_at)).rejects.toThrow(open)
      await shop.database.updateTable('orders').set({ livemode: 0 }).where('id', '=', open).execute()
      expect(await erase(expires_at)).toEqual([open])
    })

    test('is refused for an invalid or empty address', async () => {
      const id = await buy()
      for (const email of ['', ' ', 'ada'])
        await expect(erasePerson(shop.database, email, seller())).rejects.toMatchObject({
          code: 'bad_input',
        })
      expect((await order(id)).email).toBe(ada.email)
    })

    test('is refused while a payment may still arrive, and for an unknown person', async () => {
      await buy()
      const open = await buy(ada, false)
      await expect(erasePerson(shop.database, ada.email, { by: 'ada', now: 1 })).rejects.toThrow(open)
      expect((await order(open)).email).toBe(ada.email)
      await expect(
        erasePerson(shop.database, 'eve@example.com', { by: 'ada', now: 1 }),
      ).rejects.toMatchObject({
        code: 'not_found',
      })
    })
  })
})
