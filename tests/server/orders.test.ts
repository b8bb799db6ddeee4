import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { messages } from '#content/messages.ts'
import { site } from '#content/site.ts'
import { formatMoneyExact } from '../../contract/money.ts'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import { reserveOrder } from '../../server/checkout/reserve.ts'
import type { Order } from '../../server/database/schema.ts'
import { renderMail } from '../../server/mail/render-mail.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { requestSession } from '../../server/orders/session.ts'
import { shownStatus } from '../../server/orders/state.ts'
import type { ProviderEvent } from '../../server/payments/provider.ts'
import { amountCents, paymentIdOf } from '../../server/payments/sandbox/checkout.ts'
import { readHistory } from '../../server/seller/history.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { onBothDatabases } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import { billedPrice } from '../support/shown-price.ts'

const ada = aBuyer()
const minute = 60_000
const onlyRefund = { refunds: 1, failedRefunds: 0 }

onBothDatabases('orders', (newDatabase) => {
  let shop: TestShop
  let app: ReturnType<typeof createApp>

  beforeEach(async () => {
    shop = await openShop(await newDatabase())
    shop.config = { ...shop.config, trustProxy: 1 }
    app = createApp(shop)
  })
  afterEach(() => shop.database.destroy())

  /** By default, each email address checks out from a separate client. */
  const clients = new Map<string, string>()
  const clientOf = ({ email }: { email: string }): string => {
    const client = clients.get(email.toLowerCase()) ?? `198.51.100.${clients.size}`
    clients.set(email.toLowerCase(), client)
    return client
  }
  const buy = (buyer = ada, client = clientOf(buyer)) =>
    app.request(functions.createCheckout, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify(buyer),
    })
  const buyUrl = async (buyer = ada, client?: string) =>
    ((await (await buy(buyer, client)).json()) as { url: string }).url
  const send = (event: ProviderEvent) => applyEvent(shop, event)
  /** Posts an event of Stripe to the webhook. @param key of a forgery */
  const post = (event: object, key?: string) =>
    app.request(functions.paymentWebhook, { method: 'POST', ...shop.stripe.signed(event, key) })
  /** Pays the only order. @returns the event that Stripe sends */
  const payOnly = async () => {
    const [event = {}] = await shop.stripe.act((await onlyOrder()).session_id ?? '', 'pay')
    return event
  }
  const offer = async () => (await app.request(functions.offer)).json()
  const orders = () => shop.database.selectFrom('orders').selectAll().orderBy('created_at').execute()
  const onlyOrder = async (): Promise<Order> => {
    const [order, ...more] = await orders()
    if (!order || more.length > 0) throw new Error(`there are ${more.length + 1} orders`)
    return order
  }
  const mails = async () =>
    (await shop.database.selectFrom('outbox').select('dedupe_key').orderBy('dedupe_key').execute()).map(
      (mail) => mail.dedupe_key,
    )
  const outcomes = async () =>
    (await shop.database.selectFrom('events').select(['id', 'outcome']).orderBy('id').execute()).map(
      (event) => event.outcome,
    )

  describe('checkout', () => {
    test('stores the order with the provider’s request, and answers with the checkout’s address', async () => {
      const response = await buy()
      expect(response.status).toBe(200)
      const order = await onlyOrder()
      expect(await response.json()).toEqual({ url: order.checkout_url })
      expect(order).toMatchObject({ ...ada, status: 'open', tier: 'early', amount_cents: catalog.priceCents })
      expect(JSON.parse(order.request)).toMatchObject({
        client_reference_id: order.id,
        customer_email: ada.email,
        metadata: { order_id: order.id, buyer_name: ada.name },
        line_items: [{ price_data: { unit_amount: catalog.priceCents } }],
        expires_at: (shop.clock.now + 31 * minute) / 1000,
        success_url: `${shop.config.publicUrl}/functions/v1/checkout-return?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${shop.config.publicUrl}/#pricing`,
      })
    })

    test('redirects a form to the address', async () => {
      const response = await app.request(functions.createCheckout, {
        method: 'POST',
        body: new URLSearchParams(ada),
      })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe((await onlyOrder()).checkout_url)
    })

    test('gives the same person the same checkout, even for simultaneous requests and in another letter case', async () => {
      const buyers = [ada, ada, { ...ada, email: 'Ada@Example.com' }, { ...ada, name: 'A. Lovelace' }]
      const urls = await Promise.all(buyers.map((buyer) => buyUrl(buyer)))
      expect(new Set(urls).size).toBe(1)
      expect(await buyUrl()).toBe(urls[0])
      expect(await orders()).toHaveLength(1)
    })

    test('the client that opened an order may correct the name, and the stored request does not change', async () => {
      await buy(aBuyer({ name: 'Ada Lovelce', email: 'ADA@example.com' }))
      const { request } = await onlyOrder()
      await buy(ada)
      expect(await onlyOrder()).toMatchObject({ ...ada, request })
    })

    test('another client gets another checkout for the same address, and does not change the order', async () => {
      const url = await buyUrl()
      const before = await onlyOrder()
      const stranger = aBuyer({ name: 'Visit example.org', email: 'ADA@example.com' })
      expect(await buyUrl(stranger, '192.0.2.1')).not.toBe(url)
      const after = await orders()
      expect(after.find(({ id }) => id === before.id)).toEqual(before)
      expect(after.find(({ id }) => id !== before.id)).toMatchObject(stranger)
      expect(await buyUrl()).toBe(url)
    })

    test('the name that a stranger typed with the address of a buyer reaches no mail to the buyer', async () => {
      const stranger = { ...ada, name: 'Refund Department' }
      await buy(stranger, '192.0.2.1')
      const url = await buyUrl()
      const order = (await orders()).find(({ checkout_url }) => checkout_url === url)
      if (!order) throw new Error('the buyer has no order')
      expect(JSON.parse(order.request)).toMatchObject({ metadata: { buyer_name: ada.name } })
      await send(await shop.stripe.pay(order.session_id ?? ''))
      const queued = await shop.database.selectFrom('outbox').selectAll().orderBy('kind').execute()
      expect(queued.map(({ kind }) => kind)).toEqual(['receipt', 'sale'])
      for (const mail of queued) {
        const { text, html } = await renderMail(mail, shop)
        expect(text).toContain(ada.name)
        expect(text + html).not.toContain('Refund Department')
      }
    })

    test('whether somebody else has an open checkout changes neither the answer nor the requests to the provider', async () => {
      await buy()
      const requests = async (buyer: typeof ada) => {
        const before = shop.stripe.created()
        const answer = await buy(buyer, '192.0.2.1')
        expect(answer.status).toBe(200)
        return shop.stripe.created() - before
      }
      expect(await requests(ada)).toBe(1)
      expect(await requests({ ...ada, email: 'unknown@example.com' })).toBe(1)
    })

    test('with less than ten minutes left a buyer gets a new checkout', async () => {
      const first = await buyUrl()
      shop.clock.now += 21 * minute
      expect(await buyUrl()).toBe(first)
      shop.clock.now += 1
      const second = await buyUrl()
      expect(second).not.toBe(first)
      expect(await buyUrl()).toBe(second)
    })

    test('an order with other terms is not reused', async () => {
      const first = await buyUrl()
      await shop.database.updateTable('orders').set({ terms_version: 'before' }).execute()
      expect(await buyUrl()).not.toBe(first)
    })

    test('an address with letters that only look alike is another person', async () => {
      // The first letter is Cyrillic.
      expect(await buyUrl({ ...ada, email: '\u0430da@example.com' })).not.toBe(await buyUrl())
    })

    test('asks the provider once for two simultaneous requests for one order', async () => {
      const { order } = await reserveOrder(shop, ada, '203.0.113.1')
      const sessions = await Promise.all([requestSession(shop, order), requestSession(shop, order)])
      expect(sessions[0]).toEqual(sessions[1])
      expect(shop.stripe.created()).toBe(1)
    })

    test('gives a new checkout if the open one has ended or is paid', async () => {
      const first = await buyUrl()
      shop.clock.now += 31 * minute
      const second = await buyUrl()
      expect(second).not.toBe(first)
      await send(shop.stripe.eventOf(null, { orderId: (await orders())[1]?.id ?? null }))
      expect(await buyUrl()).not.toBe(second)
    })

    test('an order at the list price is not reused after an early-bird seat became free', async () => {
      await buyUrl()
      await shop.database
        .updateTable('orders')
        .set({ tier: 'list', amount_cents: catalog.listPriceCents })
        .execute()
      await buyUrl()
      expect((await orders()).map((order) => order.amount_cents).sort()).toEqual([
        catalog.priceCents,
        catalog.listPriceCents,
      ])
    })

    test('of two open orders, the buyer gets the one at the lower price again', async () => {
      const early = await buyUrl()
      const terms = (version: string) =>
        shop.database
          .updateTable('orders')
          .set({ terms_version: version })
          .where('tier', '=', 'early')
          .execute()
      await terms('before')
      shop.prices.earlyBirdSeats = 0
      expect(await buyUrl()).not.toBe(early)
      await terms(site.termsVersion)
      expect(await buyUrl()).toBe(early)
    })

    test('a refusal of the provider frees the seat', async () => {
      shop.stripe.faultOf = () => 'refused'
      const response = await buy()
      expect(response.status).toBe(502)
      expect(await response.json()).toEqual({
        error: messages.checkout.notOpened,
      })
      const { id, ...order } = await onlyOrder()
      expect(order).toMatchObject({ status: 'failed', failed_at: shop.clock.now })
      expect((await readHistory(shop.database, id)).events).toMatchObject([
        {
          type: 'observed.refused',
          outcome: 'applied',
          effect: '{"kind":"payment_failed","reason":"Stripe: refused"}',
        },
      ])
      expect(await offer()).toMatchObject({ earlyBird: { left: catalog.earlyBirdSeats } })
    })

    test('the buyer is not sent to a payment page with another amount, and the seat is free', async () => {
      const { createSession } = shop.payments
      shop.payments.createSession = async (...call) => ({
        ...(await createSession(...call)),
        totalCents: catalog.priceCents + 1,
      })
      const response = await buy()
      expect(response.status).toBe(502)
      expect(await response.json()).toEqual({ error: messages.checkout.notOpened })
      expect((await onlyOrder()).status).toBe('failed')
      expect([...shop.stripe.checkouts.values()]).toMatchObject([{ status: 'expired' }])
      shop.payments.createSession = async (...call) => ({
        ...(await createSession(...call)),
        totalCents: catalog.priceCents + 1,
        taxCents: 1,
      })
      expect((await buy()).status).toBe(200)
    })

    test('the buyer is not sent to a payment page in another currency, unless the shop has local prices', async () => {
      const { createSession } = shop.payments
      shop.payments.createSession = async (...call) => ({
        ...(await createSession(...call)),
        currency: 'sek',
      })
      expect((await buy()).status).toBe(502)
      expect((await onlyOrder()).status).toBe('failed')
      expect([...shop.stripe.checkouts.values()]).toMatchObject([{ status: 'expired' }])
      shop.payments.localPrices = true
      expect((await buy()).status).toBe(200)
    })

    test('after a failure with an unknown outcome, the same order is retried with the same key', async () => {
      shop.stripe.faultOf = () => 'lost'
      expect((await buy()).status).toBe(502)
      const before = await onlyOrder()
      expect(before.status).toBe('open')
      shop.stripe.faultOf = () => null
      expect((await buy()).status).toBe(200)
      expect(await onlyOrder()).toMatchObject({
        idempotency_key: before.idempotency_key,
        request: before.request,
        session_id: expect.any(String),
      })
    })

    test('a session that arrives after its order has failed is expired, and the buyer gets another one', async () => {
      const called = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<void>()
      shop.stripe.failNext('POST /v1/checkout/sessions', (attempt) => {
        called.resolve()
        return attempt.answer(answer.promise)
      })
      const buying = buyUrl()
      await called.promise
      // Another process stores this when the provider refuses the order.
      await shop.database.updateTable('orders').set({ status: 'failed', failed_at: 1 }).execute()
      answer.resolve()
      const url = await buying
      const second = (await orders()).find((order) => order.status === 'open')
      expect(url).toBe(second?.checkout_url)
      expect([...shop.stripe.checkouts.values()].map(({ status }) => status)).toEqual(['expired', 'open'])
    })

    test.each([
      ['the provider refuses its retry', 'refused'],
      ['its retry finds the key spent', 'saved'],
    ] as const)('an open order is replaced when %s', async (_, fault) => {
      shop.stripe.faultOf = () => 'lost'
      await buy()
      shop.stripe.faultOf = () => null
      shop.stripe.failNext('POST /v1/checkout/sessions', fault)
      shop.clock.now += minute
      expect((await buy()).status).toBe(200)
      expect((await orders()).map((order) => order.status)).toEqual(['failed', 'open'])
    })

    test.each([
      [405, { method: 'GET' }],
      [415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'Ada' }],
      [413, { method: 'POST', headers: { 'content-type': 'application/json' }, body: ' '.repeat(20_000) }],
      [400, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ada"' }],
    ])('answers %i with {error}, and stores nothing', async (status, request) => {
      const response = await app.request(functions.createCheckout, request)
      expect(response.status).toBe(status)
      expect(await response.json()).toEqual({ error: expect.any(String) })
      if (status === 405) expect(response.headers.get('allow')).toContain('POST')
      expect(await orders()).toEqual([])
    })

    test('answers 503 if the database is unavailable', async () => {
      const tables = ['outbox', 'events', 'downloads', 'order_history', 'orders']
      for (const table of tables) await shop.database.schema.dropTable(table).execute()
      const response = await buy()
      expect(response.status).toBe(503)
      expect(await response.json()).toEqual({ error: messages.checkout.unavailable })
      expect((await app.request(functions.offer)).status).toBe(503)
    })
  })

  describe('seats', () => {
    const fill = async (count: number) => {
      for (let buyer = 0; buyer < count; buyer++) await buy({ ...ada, email: `buyer-${buyer}@example.com` })
    }

    test('after the last early-bird seat, the offer shows and the provider charges the list price', async () => {
      await fill(catalog.earlyBirdSeats - 1)
      expect(await offer()).toEqual({
        priceCents: catalog.priceCents,
        listPriceCents: catalog.listPriceCents,
        currency: catalog.currency,
        earlyBird: { seats: catalog.earlyBirdSeats, left: 1 },
      })
      await buy({ ...ada, email: 'last@example.com' })
      expect(await offer()).toMatchObject({ priceCents: catalog.listPriceCents, earlyBird: { left: 0 } })
      await buy({ ...ada, email: 'late@example.com' })
      const amounts = [...shop.stripe.checkouts.values()].map(amountCents)
      expect(amounts.filter((cents) => cents === catalog.priceCents)).toHaveLength(catalog.earlyBirdSeats)
      expect(amounts.at(-1)).toBe(catalog.listPriceCents)
    })

    test('simultaneous buyers share the last seats, and no buyer gets two', async () => {
      await fill(catalog.earlyBirdSeats - 3)
      const late = Array.from({ length: 8 }, (_, i) => ({ ...ada, email: `late-${i}@example.com` }))
      await Promise.all([...late, ...late, ...late].map((buyer) => buy(buyer)))
      const tiers = (await orders()).map((order) => order.tier)
      expect(tiers.length).toBe(catalog.earlyBirdSeats - 3 + late.length)
      expect(tiers.filter((tier) => tier === 'early').length).toBe(catalog.earlyBirdSeats)
    })

    test('a seat is free again when the provider says that its session expired, not when the clock does', async () => {
      await fill(catalog.earlyBirdSeats)
      const [first] = await orders()
      shop.clock.now += 60 * minute
      expect(await offer()).toMatchObject({ earlyBird: { left: 0 } })
      await send(
        shop.stripe.eventOf(first?.session_id ?? null, { effect: { kind: 'expired' }, effectKey: 'expired' }),
      )
      expect(await offer()).toMatchObject({ priceCents: catalog.priceCents, earlyBird: { left: 1 } })
    })
  })

  describe('events', () => {
    test('a payment marks the order as paid and queues both mails', async () => {
      await buy()
      expect((await post(await payOnly())).status).toBe(200)
      const order = await onlyOrder()
      expect(order).toMatchObject({
        status: 'paid',
        paid_at: shop.clock.now,
        payer_email: ada.email,
        payment_id: paymentIdOf({ id: order.session_id ?? '' }),
      })
      expect(await mails()).toEqual([`receipt:${order.id}`, `sale:${order.id}`])
    })

    test('an event that is delivered a hundred times at once causes one payment and one receipt', async () => {
      await buy()
      const event = await payOnly()
      const responses = await Promise.all(Array.from({ length: 100 }, () => post(event)))
      expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
      const order = await onlyOrder()
      expect(order.status).toBe('paid')
      expect(await mails()).toEqual([`receipt:${order.id}`, `sale:${order.id}`])
      expect(await outcomes()).toEqual(['applied'])
    })

    test('two events that report the same change are both stored, but only the first has an effect', async () => {
      await buy()
      const order = await onlyOrder()
      await send(shop.stripe.eventOf(order.session_id, { id: 'event-a' }))
      await send(shop.stripe.eventOf(order.session_id, { id: 'event-b' }))
      expect(await outcomes()).toEqual(['applied', 'repeated'])
      expect(await mails()).toHaveLength(2)
    })

    test('events that arrive before the order has its session find it by our own id', async () => {
      shop.stripe.faultOf = () => 'lost'
      await buy()
      shop.stripe.faultOf = () => null
      const { id, idempotency_key, request } = await onlyOrder()
      const session = await shop.payments.createSession(request, idempotency_key)
      const effect = {
        kind: 'refunded',
        refundedCents: 100,
        amountCents: catalog.priceCents,
        ...onlyRefund,
      } as const
      await send(
        shop.stripe.eventOf(null, { id: 'event-b', orderId: id, effect, paymentId: `payment_${session.id}` }),
      )
      await send(shop.stripe.eventOf(session.id, { id: 'event-a', paymentId: `payment_${session.id}` }))
      expect(await outcomes()).toEqual(['applied', 'applied'])
      expect(await onlyOrder()).toMatchObject({ status: 'paid', refunded_cents: 100, session_id: session.id })
    })

    test('an order whose refund arrives before the payment is refunded, without a receipt', async () => {
      await buy()
      const order = await onlyOrder()
      const amountCents = catalog.priceCents
      const refund = { kind: 'refunded', refundedCents: amountCents, amountCents, ...onlyRefund } as const
      await send(shop.stripe.eventOf(null, { orderId: order.id, effect: refund, effectKey: 'refund' }))
      await send(shop.stripe.eventOf(order.session_id))
      expect(await onlyOrder()).toMatchObject({ status: 'refunded', paid_at: shop.clock.now })
      expect(await mails()).toEqual([`refund:${order.id}:refund`])
    })

    test('if such a refund fails before the payment is reported, the same client still finds the order', async () => {
      const url = await buyUrl()
      const { id: orderId } = await onlyOrder()
      const amountCents = catalog.priceCents
      const refund = { kind: 'refunded', refundedCents: amountCents, amountCents, ...onlyRefund } as const
      await send(shop.stripe.eventOf(null, { orderId, effect: refund, effectKey: 'refund' }))
      const failed = { ...refund, refundedCents: 0, failedRefunds: 1 }
      await send(shop.stripe.eventOf(null, { orderId, effect: failed, effectKey: 'refund failed' }))
      expect(await buyUrl()).toBe(url)
      expect(await orders()).toHaveLength(1)
    })

    test('an older total of refunds that arrives later changes nothing', async () => {
      await buy()
      const { id, session_id } = await onlyOrder()
      await send(shop.stripe.eventOf(session_id))
      const amountCents = catalog.priceCents
      const total = (refundedCents: number, refunds: number, failedRefunds = 0) =>
        send(
          shop.stripe.eventOf(null, {
            orderId: id,
            effect: { kind: 'refunded', refundedCents, amountCents, refunds, failedRefunds },
            effectKey: `refund:${refundedCents}:${failedRefunds}/${refunds}`,
          }),
        )
      await total(amountCents, 2)
      await total(100, 1)
      expect(await onlyOrder()).toMatchObject({ status: 'refunded', refunded_cents: amountCents })
      await total(100, 2, 1)
      expect(await onlyOrder()).toMatchObject({ status: 'paid', refunded_cents: 100 })
      await total(amountCents, 3, 1)
      await total(100, 3, 2)
      expect(await onlyOrder()).toMatchObject({ status: 'paid', refunded_cents: 100 })
      const refunds = await shop.database
        .selectFrom('outbox')
        .select('details')
        .where('kind', '=', 'refund')
        .orderBy('dedupe_key')
        .execute()
      // Sorted by amount, then by failures: 100 after one failure and after two, the whole price after none and after one.
      const failed = refunds.map(({ details }) => {
        const { refundedCents, refundedBeforeCents } = JSON.parse(details)
        return refundedCents < refundedBeforeCents
      })
      expect(failed).toEqual([true, true, false, false])
      // Stripe tells the seller of a refund. That it failed needs a person.
      expect((await mails()).filter((key) => key.startsWith('notice:'))).toHaveLength(2)
    })

    test('an event of another session does not pay the order', async () => {
      await buy()
      const { id } = await onlyOrder()
      await send(shop.stripe.eventOf('another-session', { orderId: id, paymentId: 'another-payment' }))
      expect(await outcomes()).toEqual([])
      expect(await onlyOrder()).toMatchObject({ status: 'open', payment_id: null })
    })

    test('the charged amount is stored beside the price, and the receipt states it', async () => {
      await buy()
      const { session_id } = await onlyOrder()
      const effect = { kind: 'completed', paid: true, totalCents: 17400, taxCents: 1400 } as const
      await send(shop.stripe.eventOf(session_id, { effect }))
      const order = await onlyOrder()
      expect(order).toMatchObject({ amount_cents: catalog.priceCents, charged_cents: 17400, tax_cents: 1400 })
      const receipt = await shop.database
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'receipt')
        .executeTakeFirstOrThrow()
      expect((await renderMail(receipt, shop)).text).toContain(billedPrice(17400))
    })

    test('an event of the other mode changes and stores nothing, and is applied when the shop runs in its mode', async () => {
      await buy()
      const event = await payOnly()
      expect((await post({ ...event, livemode: true })).status).toBe(200)
      expect((await post({ ...event, livemode: true })).status).toBe(200)
      expect((await onlyOrder()).status).toBe('open')
      expect(await outcomes()).toEqual([])
      expect(await mails()).toEqual([])
      expect((await post(event)).status).toBe(200)
      expect((await onlyOrder()).status).toBe('paid')
      expect(await outcomes()).toEqual(['applied'])
    })

    /** What the mail to the seller about the only sale says. */
    const saleText = async () => {
      const sale = shop.database.selectFrom('outbox').selectAll().where('kind', '=', 'sale')
      return (await renderMail(await sale.executeTakeFirstOrThrow(), shop)).text
    }

    test('a charge that differs from the price is stored, and the mail about the sale says so', async () => {
      await buy()
      const { id, session_id } = await onlyOrder()
      const effect = { kind: 'completed', paid: true, totalCents: 1 } as const
      await send(shop.stripe.eventOf(session_id, { effect }))
      await send(shop.stripe.eventOf(session_id, { effect }))
      expect(await onlyOrder()).toMatchObject({ status: 'paid', charged_cents: 1 })
      expect(await mails()).toEqual([`receipt:${id}`, `sale:${id}`])
      expect(await saleText()).toContain(`${billedPrice(1)} instead of ${billedPrice(catalog.priceCents)}`)
    })

    test('a charge of the same amount in another currency is stored, and the mail about the sale says so', async () => {
      await buy()
      const { id, session_id, amount_cents } = await onlyOrder()
      const effect = { kind: 'completed', paid: true, totalCents: amount_cents, currency: 'jpy' } as const
      await send(shop.stripe.eventOf(session_id, { effect }))
      expect((await onlyOrder()).status).toBe('paid')
      expect(await mails()).toEqual([`receipt:${id}`, `sale:${id}`])
      const yen = formatMoneyExact(amount_cents, 'jpy', site.language)
      expect(await saleText()).toContain(`${yen} instead of ${billedPrice(amount_cents)}`)
    })

    test.each([
      [
        'less than the price by the discount of a code',
        true,
        { totalCents: catalog.priceCents - 5, discountCents: 5 },
      ],
      ['nothing after a code', true, { totalCents: 0, discountCents: catalog.priceCents }],
      ['more than the price by an added tax', true, { totalCents: catalog.priceCents + 5, taxCents: 5 }],
      ['the price with a tax in it', true, { totalCents: catalog.priceCents, taxCents: 5 }],
      ['less than the price without a code', false, { totalCents: catalog.priceCents - 5 }],
      [
        'less than the price and the discount',
        false,
        { totalCents: catalog.priceCents - 6, discountCents: 5 },
      ],
      ['more than the price and the tax', false, { totalCents: catalog.priceCents + 6, taxCents: 5 }],
    ])('a charge of %s is as expected: %s', async (_, expected, charge) => {
      await buy()
      const { id, session_id } = await onlyOrder()
      await send(shop.stripe.eventOf(session_id, { effect: { kind: 'completed', paid: true, ...charge } }))
      expect((await onlyOrder()).status).toBe('paid')
      expect(await mails()).toEqual([`receipt:${id}`, `sale:${id}`])
      expect((await saleText()).includes('Another amount')).toBe(!expected)
    })

    test('a charge in another currency is as expected in a shop with local prices', async () => {
      shop.payments.localPrices = true
      await buy()
      const { id, session_id, amount_cents } = await onlyOrder()
      const effect = { kind: 'completed', paid: true, totalCents: amount_cents, currency: 'sek' } as const
      await send(shop.stripe.eventOf(session_id, { effect }))
      expect(await mails()).toEqual([`receipt:${id}`, `sale:${id}`])
      expect(await saleText()).not.toContain('Another amount')
    })

    test('the seller gets one notice about each state of a dispute and a fraud warning, and the buyer one of the lost dispute', async () => {
      await buy()
      const { id, session_id } = await onlyOrder()
      await send(shop.stripe.eventOf(session_id))
      const sendEffect = (effect: ProviderEvent['effect'], effectKey: string) =>
        send(shop.stripe.eventOf(null, { orderId: id, effect, effectKey }))
      for (const state of ['open', 'lost', 'open'] as const)
        await sendEffect({ kind: 'dispute', disputeId: 'dp_1', state }, `dispute:first:${state}`)
      await sendEffect({ kind: 'dispute', disputeId: 'dp_2', state: 'open' }, 'dispute:second:open')
      await sendEffect({ kind: 'fraud_warning' }, 'fraud')
      await sendEffect({ kind: 'fraud_warning' }, 'fraud')
      expect(await onlyOrder()).toMatchObject({ status: 'disputed', dispute: 'lost' })
      expect(await mails()).toEqual([
        `dispute:${id}:dispute:first:lost`,
        `notice:${id}:dispute:first:lost`,
        `notice:${id}:dispute:first:open`,
        `notice:${id}:dispute:second:open`,
        `notice:${id}:fraud`,
        `receipt:${id}`,
        `sale:${id}`,
      ])
    })

    test('the buyer gets one mail when a payment waits for the bank, and one when the bank refuses', async () => {
      await buy()
      const { id, session_id } = await onlyOrder()
      const later = { kind: 'completed', paid: false, totalCents: null } as const
      for (const event of ['a', 'b'])
        await send(shop.stripe.eventOf(session_id, { id: event, effect: later, effectKey: 'unpaid' }))
      expect(shownStatus(await onlyOrder())).toBe('waiting')
      expect(await mails()).toEqual([`payment-pending:${id}`])
      const refused = { kind: 'payment_failed' } as const
      for (const event of ['c', 'd'])
        await send(shop.stripe.eventOf(session_id, { id: event, effect: refused, effectKey: 'failed' }))
      expect(await onlyOrder()).toMatchObject({ status: 'failed' })
      expect(await mails()).toEqual([`payment-pending:${id}`, `payment-refused:${id}`])
    })

    test('an address gets three mails a day about unpaid orders, whoever types it', async () => {
      const tryAndFail = async (n: number) => {
        await app.request(functions.createCheckout, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}` },
          body: JSON.stringify(aBuyer({ name: 'Ada', email: 'Ada@example.com' })),
        })
        const orders = await shop.database
          .selectFrom('orders')
          .selectAll()
          .where('status', '=', 'open')
          .execute()
        const effect = { kind: 'payment_failed' } as const
        const { session_id = null } = orders[0] ?? {}
        await send(shop.stripe.eventOf(session_id, { id: `refused-${n}`, effect, effectKey: 'failed' }))
      }
      for (let n = 0; n < 5; n++) await tryAndFail(n)
      expect(await mails()).toHaveLength(3)
      shop.clock.now += 25 * 3_600_000
      await tryAndFail(5)
      expect(await mails()).toHaveLength(4)
    })

    test('a checkout that the provider refuses to open is not reported as refused by the bank', async () => {
      shop.stripe.faultOf = () => 'refused'
      await buy()
      expect(await onlyOrder()).toMatchObject({ status: 'failed' })
      expect(await mails()).toEqual([])
    })

    test('an event of an unknown type is acknowledged and not stored', async () => {
      const event = { id: 'evt_1', type: 'product.created', created: 1, data: { object: { id: 'prod_1' } } }
      expect((await post(event)).status).toBe(200)
      expect(await outcomes()).toEqual([])
    })

    test('an event with a wrong signature gets status 400 and is not stored', async () => {
      await buy()
      expect((await post(await payOnly(), 'whsec_of_somebody_else')).status).toBe(400)
      expect(await outcomes()).toEqual([])
      expect((await onlyOrder()).status).toBe('open')
    })

    test('without a webhook secret there is no webhook', async () => {
      shop.payments.webhooksConfigured = false
      expect((await post({})).status).toBe(404)
    })

    test('if storing an event fails, the status is 500, nothing is stored, and a retry is applied', async () => {
      await buy()
      const event = await payOnly()
      await shop.database.schema.alterTable('outbox').renameTo('outbox_away').execute()
      expect((await post(event)).status).toBe(500)
      await shop.database.schema.alterTable('outbox_away').renameTo('outbox').execute()
      expect((await onlyOrder()).status).toBe('open')
      expect(await outcomes()).toEqual([])
      expect((await post(event)).status).toBe(200)
      expect((await onlyOrder()).status).toBe('paid')
    })
  })
})
