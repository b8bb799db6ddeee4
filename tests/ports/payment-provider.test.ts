import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderLife } from '../../server/checkout/reserve.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import {
  EventShapeError,
  type PaymentProvider,
  ProviderError,
  type SessionInput,
  SignatureError,
} from '../../server/payments/provider.ts'
import { tableMemory } from '../../server/payments/sandbox/memory.ts'
import { createStripeProvider } from '../../server/payments/stripe/adapter.ts'
import { sessionRequest } from '../../server/payments/stripe/request.ts'
import { signBody } from '../../server/payments/stripe/signature.ts'
import type { Action } from '../support/bank.ts'
import { type DatabaseConfig, onBothDatabases } from '../support/databases.ts'
import { sessionInput } from '../support/session-input.ts'
import { openStripe, type TestStripe } from '../support/stripe.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

// What the shop needs from its provider. The adapter has the sandbox behind it, whose memory is in the database.
onBothDatabases('the payment provider', (newDatabase) => {
  let config: DatabaseConfig | undefined
  let database: ReturnType<typeof openDatabase>
  let webhook: Awaited<ReturnType<typeof startWebhookReceiver>>
  let stripe: TestStripe
  let provider: PaymentProvider
  let openedAt: number
  beforeEach(async () => {
    config ??= await newDatabase()
    database = openDatabase(config)
    await migrate(database)
    await database.deleteFrom('sandbox_sessions').execute()
    webhook = await startWebhookReceiver((body, headers) => provider.readEvent(body, headers))
    stripe = openStripe({ memory: tableMemory(database), webhookUrl: webhook.url })
    // Without the double's faults: the sandbox itself answers calls with the same key at the same time.
    provider = createStripeProvider({ ...stripe.sandbox.access, name: 'sandbox', now: Date.now })
    openedAt = Date.now()
  })
  afterEach(async () => {
    await stripe.sandbox.stop()
    await webhook.stop()
    await database.destroy()
  })

  const requestOf = (changes: Partial<SessionInput> = {}) =>
    sessionRequest(sessionInput(openedAt + 45 * 60_000, changes))
  const newSession = () => provider.createSession(requestOf(), 'key-1')
  const act = (id: string, action: Action) => stripe.act(id, action)
  /** Delivers the events of the adapter's own calls. */
  const deliver = () => stripe.sandbox.runOnce()
  const sign = (body: string, secret = stripe.access.webhookSecret, at = Date.now()) =>
    signBody(body, secret, at)
  const effects = () => webhook.received.map((event) => event.effect).filter((effect) => effect !== null)
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => expect.fail('The call should have failed.'),
      (error: unknown) => error,
    )
  const paymentOf = async (sessionId: string) => (await provider.findSession(sessionId))?.paymentId ?? ''

  describe('sessions', () => {
    test('a new session is open and unpaid, and has a URL', async () => {
      const session = await newSession()
      expect(session).toMatchObject({ status: 'open', paid: false, paymentId: null })
      expect(session.url).toMatch(/^https?:\/\//)
      expect(await provider.findSession(session.id)).toMatchObject({ id: session.id, url: session.url })
    })

    test('the same input builds the same request', () => {
      expect(requestOf()).toBe(requestOf())
    })

    test('the same key and request return the same session, even in simultaneous calls', async () => {
      const request = requestOf()
      const all = await Promise.all(
        Array.from({ length: 20 }, () => provider.createSession(request, 'key-1')),
      )
      expect(new Set(all.map((session) => session.id)).size).toBe(1)
      expect(new Set(all.map((session) => session.url)).size).toBe(1)
      expect((await provider.createSession(request, 'key-2')).id).not.toBe(all[0]?.id)
    })

    test('a later request with the same key returns the session in its current state', async () => {
      const request = requestOf()
      const { id } = await provider.createSession(request, 'key-1')
      await act(id, 'pay')
      expect(await provider.createSession(request, 'key-1')).toMatchObject({
        id,
        status: 'complete',
        paid: true,
      })
    })

    test('a used key is refused with another request', async () => {
      await newSession()
      const error = await failure(provider.createSession(requestOf({ amountCents: 49700 }), 'key-1'))
      expect(error).toMatchObject({ name: 'ProviderError', definite: true })
    })

    test.each([
      ['too soon', 10 * 60_000],
      ['too late', 25 * 60 * 60_000],
    ])('an expiry %s is a definite failure and does not use up the key', async (_, life) => {
      const expiresAt = Date.now() + life
      expect(await failure(provider.createSession(requestOf({ expiresAt }), 'key-1'))).toMatchObject({
        name: 'ProviderError',
        definite: true,
      })
      expect((await newSession()).status).toBe('open')
    })

    test('the life of an order is accepted', async () => {
      const expiresAt = Date.now() + orderLife
      expect((await provider.createSession(requestOf({ expiresAt }), 'key-1')).status).toBe('open')
    })

    test('an unknown session is null', async () => {
      expect(await provider.findSession('cs_test_unknown')).toBeNull()
    })

    test.each(['early', 'list'] as const)(
      'the sale of a session has what the order had, at the %s price',
      async (tier) => {
        const session = await provider.createSession(requestOf({ tier }), 'key-1')
        const bySession = { sessionId: session.id, paymentId: null }
        expect(await provider.findSale(bySession)).toBeNull()
        await act(session.id, 'pay')
        const { orderId: id, name, email, amountCents, currency, shop, termsVersion } = sessionInput(0)
        const sale = {
          id,
          name,
          email,
          tier,
          amountCents,
          currency,
          shop,
          termsVersion,
          sessionId: session.id,
        }
        expect(await provider.findSale(bySession)).toMatchObject(sale)
        // A refund or a dispute names only the payment.
        const byPayment = { sessionId: null, paymentId: await paymentOf(session.id) }
        expect(await provider.findSale(byPayment)).toMatchObject(sale)
        expect(await provider.findSale({ sessionId: 'cs_test_unknown', paymentId: null })).toBeNull()
        expect(await provider.findSale({ sessionId: null, paymentId: 'pi_test_unknown' })).toBeNull()

        await provider.forgetSale(session.id)
        await provider.forgetSale('cs_test_unknown')
        expect(await provider.findSale(bySession)).toBeNull()
        expect(await provider.findSale(byPayment)).toBeNull()
      },
    )

    test('expiring a session early sends an event, and expiring it again is not an error', async () => {
      const session = await newSession()
      await provider.expireSession(session.id)
      await provider.expireSession(session.id)
      await deliver()
      expect(await provider.findSession(session.id)).toMatchObject({
        status: 'expired',
        paid: false,
        url: null,
      })
      expect(webhook.received).toMatchObject([{ effect: { kind: 'expired' }, orderId: 'order-1' }])
    })

    test('expiring a paid session changes nothing', async () => {
      const session = await newSession()
      await act(session.id, 'pay')
      await provider.expireSession(session.id)
      expect(await provider.findSession(session.id)).toMatchObject({ status: 'complete', paid: true })
    })

    test('expiring an unknown session is an error', async () => {
      expect(await failure(provider.expireSession('cs_test_unknown'))).toBeInstanceOf(ProviderError)
    })
  })

  describe('payments', () => {
    test('a payment completes the session, and its event has all ids that find the order', async () => {
      const session = await newSession()
      await act(session.id, 'pay')
      expect(await provider.findSession(session.id)).toMatchObject({
        status: 'complete',
        paid: true,
        url: null,
        payerEmail: 'ada@example.com',
      })
      expect(webhook.received.filter((event) => event.effect)).toEqual([
        {
          id: expect.stringMatching(/^evt_/),
          type: 'checkout.session.completed',
          livemode: false,
          at: expect.any(Number),
          effect: {
            kind: 'completed',
            paid: true,
            totalCents: 34800,
            taxCents: 0,
            discountCents: 0,
            currency: 'usd',
          },
          effectKey: expect.stringContaining(session.id),
          orderId: 'order-1',
          sessionId: session.id,
          paymentId: await paymentOf(session.id),
          payerEmail: 'ada@example.com',
        },
      ])
      expect(await paymentOf(session.id)).toMatch(/^pi_/)
    })

    test.each(['confirms', 'refuses'] as const)(
      'a bank transfer is pending, then the bank %s it',
      async (answer) => {
        const session = await newSession()
        await act(session.id, 'pay-later')
        expect(await provider.findSession(session.id)).toMatchObject({
          status: 'complete',
          paid: false,
          failed: false,
        })
        await act(session.id, `bank-${answer}`)
        expect(effects()).toMatchObject([
          { kind: 'completed', paid: false, totalCents: 34800, taxCents: 0, currency: 'usd' },
          { kind: answer === 'confirms' ? 'payment_succeeded' : 'payment_failed' },
        ])
        expect(await provider.findSession(session.id)).toMatchObject({
          paid: answer === 'confirms',
          failed: answer === 'refuses',
        })
        expect(new Set(webhook.received.map((event) => event.effectKey)).size).toBeGreaterThan(1)
      },
    )
  })

  describe('refunds', () => {
    test('of parts add up, a failed refund is subtracted, and the next refund is a new event', async () => {
      const session = await newSession()
      await act(session.id, 'pay')
      const totals: number[] = []
      const keys: (string | null)[] = []
      for (const step of ['partial-refund', 'partial-refund', 'refund-fails', 'partial-refund'] as const) {
        await act(session.id, step)
        const last = webhook.received.at(-1)
        totals.push(last?.effect?.kind === 'refunded' ? last.effect.refundedCents : -1)
        keys.push(last?.effectKey ?? null)
      }
      expect(totals).toEqual([17400, 26100, 17400, 26100])
      expect(new Set(keys).size).toBe(4)
    })
  })

  describe('disputes and warnings', () => {
    test.each(['won', 'lost'] as const)('a dispute is opened and %s', async (state) => {
      const session = await newSession()
      await act(session.id, 'pay')
      await act(session.id, 'dispute')
      await act(session.id, `dispute-${state}`)
      const disputes = webhook.received.filter((event) => event.effect?.kind === 'dispute')
      const dueAt = expect.any(Number)
      expect(disputes.map((event) => event.effect)).toMatchObject([
        { kind: 'dispute', disputeId: expect.stringMatching(/^dp_/), state: 'open', dueAt },
        { kind: 'dispute', disputeId: expect.stringMatching(/^dp_/), state, dueAt },
      ])
      expect(disputes.map((event) => event.orderId)).toEqual(['order-1', 'order-1'])
      expect(new Set(disputes.map((event) => event.effectKey)).size).toBe(2)
    })

    test('an early fraud warning names the order', async () => {
      const session = await newSession()
      await act(session.id, 'pay')
      await act(session.id, 'fraud-warning')
      expect(webhook.received.at(-1)).toMatchObject({
        effect: { kind: 'fraud_warning' },
        orderId: 'order-1',
        paymentId: await paymentOf(session.id),
      })
    })
  })

  describe('the list of events', () => {
    const listed = async (since: number) => {
      const events = []
      for await (const page of provider.listEvents(since)) events.push(...page)
      return events
    }

    test('has the same events as the webhooks, newest first', async () => {
      const session = await newSession()
      await act(session.id, 'pay')
      await act(session.id, 'partial-refund')
      await act(session.id, 'dispute')
      await act(session.id, 'fraud-warning')
      await deliver()
      const events = await listed(openedAt - 1000)
      const received = webhook.received.filter((event) => event.effect !== null)
      expect(new Set(events.map(({ id }) => id))).toEqual(new Set(received.map(({ id }) => id)))
      for (const event of events) {
        const webhook = received.find(({ id }) => id === event.id)
        expect(await event.read()).toEqual(webhook)
        expect(Math.abs(event.createdAt - Date.now())).toBeLessThan(60_000)
      }
      expect(events.map(({ createdAt }) => createdAt)).toEqual(
        events.map(({ createdAt }) => createdAt).sort((a, b) => b - a),
      )
    })

    test('leaves out events outside the period, and abandoned checkouts', async () => {
      const session = await newSession()
      await act(session.id, 'pay')
      const abandoned = await provider.createSession(requestOf(), 'key-2')
      await provider.expireSession(abandoned.id)
      await deliver()
      const types = await Promise.all(
        (await listed(openedAt - 1000)).map(async (event) => (await event.read()).type),
      )
      expect(types).toEqual(['checkout.session.completed'])
      expect(await listed(Date.now() + 60_000)).toEqual([])
    })
  })

  describe('webhooks', () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.created',
      livemode: false,
      data: { object: { id: 'cus_1', note: 'Grüße' } },
    })
    const read = (text: string, signature: string | null) =>
      provider.readEvent(
        new TextEncoder().encode(text),
        new Headers(signature === null ? {} : { 'stripe-signature': signature }),
      )

    test('a type that the shop does not act on has no effect', async () => {
      expect(await read(body, sign(body))).toEqual({
        id: 'evt_1',
        type: 'customer.created',
        livemode: false,
        at: expect.any(Number),
        effect: null,
        effectKey: null,
        orderId: null,
        sessionId: null,
        paymentId: null,
        payerEmail: null,
      })
    })

    test('one valid signature of several is enough, as while a secret is replaced', async () => {
      const [time, ours] = sign(body).split(',')
      const [, other] = sign(body, 'whsec_old').split(',')
      expect(await read(body, `${time},${other},v0=abc,${ours}`)).toMatchObject({ id: 'evt_1' })
    })

    test('an event may be at most five minutes old', async () => {
      const signatureOfAge = (ms: number) => sign(body, undefined, Date.now() - ms)
      expect(await read(body, signatureOfAge(299_000))).toMatchObject({ id: 'evt_1' })
      expect(await failure(read(body, signatureOfAge(302_000)))).toBeInstanceOf(SignatureError)
    })

    test.each([
      ['no header', () => read(body, null)],
      ['an empty header', () => read(body, '')],
      ['a header without a signature', () => read(body, 't=1')],
      ['another secret', () => read(body, sign(body, 'whsec_other'))],
      ['a blank secret', () => read(body, sign(body, ' '))],
      ['an altered body', () => read(`${body} `, sign(body))],
      ['an empty body', () => read('', sign(''))],
      ['signed text', () => read('hello', sign('hello'))],
      ['signed JSON that is not an event', () => read('{}', sign('{}'))],
      ['signed null', () => read('null', sign('null'))],
    ])('%s is refused', async (_, attempt) => {
      expect(await failure(attempt())).toBeInstanceOf(SignatureError)
    })
  })

  test('a signed event with unreadable content fails with an EventShapeError', async () => {
    const object = { id: { not: 'text' }, mode: 'payment' }
    const event = { id: 'evt_1', type: 'checkout.session.completed', data: { object } }
    const text = JSON.stringify(event)
    const headers = new Headers({ 'stripe-signature': sign(text) })
    const reading = provider.readEvent(new TextEncoder().encode(text), headers)
    expect(await failure(reading)).toBeInstanceOf(EventShapeError)
  })

  test('is ready to sell in test mode, with webhooks', async () => {
    await expect(provider.check()).resolves.toBeUndefined()
    expect(provider).toMatchObject({ livemode: false, webhooksConfigured: true })
  })
})

test("all of Stripe's events are listed when they fill several pages", async () => {
  const stripe = openStripe()
  const provider = stripe.connect()
  const { id } = await provider.createSession(sessionRequest(sessionInput(Date.now() + 3_600_000)), 'key')
  const sent = await stripe.act(id, 'pay')
  // Each refund has two events.
  for (let refund = 0; refund < 125; refund++) sent.push(...(await stripe.act(id, 'refund', { cents: 1 })))
  const ids: string[] = []
  for await (const page of provider.listEvents(0)) ids.push(...page.map(({ id }) => id))
  expect(ids).toEqual(sent.map(({ id }) => id).reverse())
})
