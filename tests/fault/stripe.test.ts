import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payments as defaultFeatures } from '#content/payments.ts'
import { type PaymentProvider, ProviderError, SignatureError } from '../../server/payments/provider.ts'
import { createStripeProvider, type StripeOptions } from '../../server/payments/stripe/adapter.ts'
import { sessionRequest } from '../../server/payments/stripe/request.ts'
import { signBody } from '../../server/payments/stripe/signature.ts'
import { sessionInput } from '../support/session-input.ts'
import { type RunningStripe, startStripe } from '../support/stripe.ts'

const sessions = 'POST /v1/checkout/sessions'
/** Short limits in ms. The client soon gives up on a request that gets no answer. */
const shortLimits = { attempt: 150, total: 900 }
let stripe: RunningStripe
let provider: PaymentProvider

const connect = (changes: Partial<StripeOptions> = {}) =>
  createStripeProvider({
    name: 'stripe',
    secretKey: stripe.access.secretKey,
    webhookSecret: stripe.access.webhookSecret,
    apiUrl: stripe.url,
    now: Date.now,
    ...changes,
  })

beforeEach(async () => {
  stripe = await startStripe()
  provider = connect()
})
afterEach(() => stripe.stop())

const requestOf = (orderId = 'order-1', features = defaultFeatures) =>
  sessionRequest(sessionInput(Date.now() + 45 * 60_000, { orderId }), features)
const failureOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  return expect.fail('The call should have failed.')
}
const sessionIds = () => [...stripe.checkouts.keys()]
/** The idempotency keys of the requests for sessions. */
const keys = () =>
  stripe.requests.filter(({ method }) => method === 'POST').map((request) => request.idempotencyKey)
const unknownOutcome = { name: 'ProviderError', definite: false, keySpent: false }

/** Creates a session and pays it. The webhook gets no events. */
async function createPaidSession() {
  const session = await provider.createSession(requestOf(), 'key-1')
  const events = await stripe.act(session.id, 'pay')
  return { session, events }
}

describe('making a session', () => {
  test('sends the pinned API version and the given idempotency key', async () => {
    await provider.createSession(requestOf(), 'key-1')
    expect(stripe.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        idempotencyKey: 'key-1',
        apiVersion: '2026-10-28.endive',
      },
    ])
  })

  test.each(['server error', 'lost', 'lost after'] as const)(
    'after one %s, the request is retried with the same key and makes one session',
    async (fault) => {
      stripe.failNext(sessions, fault)
      const session = await provider.createSession(requestOf(), 'key-1')
      expect(sessionIds()).toEqual([session.id])
      expect(keys()).toEqual(['key-1', 'key-1'])
    },
  )

  test.each([
    ['429', ['too many']],
    ['dropped connections before', ['lost', 'lost']],
    ['dropped connections after', ['lost after', 'lost after']],
    ['server errors', ['server error', 'server error', 'server error', 'server error']],
  ] as const)(
    'after %s the outcome is unknown, and the next attempt finds or makes one session',
    async (_, faults) => {
      stripe.failNext(sessions, ...faults)
      const request = requestOf()
      expect(await failureOf(provider.createSession(request, 'key-1'))).toMatchObject(unknownOutcome)
      const session = await provider.createSession(request, 'key-1')
      expect(session.url).toContain(session.id)
      expect(sessionIds()).toEqual([session.id])
      expect(new Set(keys())).toEqual(new Set(['key-1']))
    },
  )

  test.each(['gateway', 'foreign'] as const)(
    'an answer that is not from Stripe (%s) leaves the outcome unknown',
    async (fault) => {
      const { session } = await createPaidSession()
      for (const [route, call] of [
        [sessions, () => provider.createSession(requestOf('order-2'), 'key-2')],
        ['GET /v1/checkout/sessions', () => provider.findSession(session.id)],
      ] as const) {
        stripe.faultOf = (requested) => (requested.startsWith(route) ? fault : null)
        expect(await failureOf(call())).toMatchObject(unknownOutcome)
      }
    },
  )

  test.each([
    ['no answer, nothing done', ['silent', 'silent']],
    ['no answer, but done', ['silent after', 'silent after']],
    ['an endless answer', ['endless after']],
  ] as const)(
    '%s: the request times out, and the next attempt finds or makes one session',
    async (_, faults) => {
      provider = connect({ limits: shortLimits })
      stripe.failNext(sessions, ...faults)
      const request = requestOf()
      expect(await failureOf(provider.createSession(request, 'key-1'))).toMatchObject(unknownOutcome)
      const session = await connect().createSession(request, 'key-1')
      expect(sessionIds()).toEqual([session.id])
    },
  )

  test('a second process gets the same session while the request of the first is in flight', async () => {
    let answerFirst = () => {}
    stripe.failNext(sessions, ({ answer }) => answer(new Promise<void>((resolve) => (answerFirst = resolve))))
    const request = requestOf()
    const first = provider.createSession(request, 'key-1')
    await expect.poll(() => stripe.requests.length).toBe(1)
    const second = connect().createSession(request, 'key-1')
    await expect.poll(() => stripe.requests.length).toBe(2)
    answerFirst()
    expect((await second).id).toBe((await first).id)
    expect(sessionIds()).toHaveLength(1)
  })

  test('an error that Stripe saves uses up the key, and another key makes a session', async () => {
    stripe.failNext(sessions, 'saved')
    const request = requestOf()
    const spent = { name: 'ProviderError', definite: false, keySpent: true }
    expect(await failureOf(provider.createSession(request, 'key-1'))).toMatchObject(spent)
    expect(await failureOf(provider.createSession(request, 'key-1'))).toMatchObject(spent)
    expect(sessionIds()).toEqual([])
    expect((await provider.createSession(request, 'key-2')).status).toBe('open')
  })

  test('a session that Stripe made despite a saved error is found among many others', async () => {
    const other = requestOf('order-0')
    stripe.failNext(sessions, 'saved after')
    const request = requestOf()
    const session = await provider.createSession(request, 'key-1')
    expect(sessionIds()).toEqual([session.id])
    for (let index = 0; index < 120; index++) await provider.createSession(other, `other-${index}`)
    expect(await provider.createSession(request, 'key-1')).toMatchObject({ id: session.id, status: 'open' })
  })

  test('when the search for a session after a saved error fails, the outcome is unknown and the key stays in use', async () => {
    stripe.failNext(sessions, 'saved after')
    stripe.failNext('GET /v1/checkout/sessions', 'too many')
    const request = requestOf()
    expect(await failureOf(provider.createSession(request, 'key-1'))).toMatchObject(unknownOutcome)
    expect(sessionIds()).toContain((await provider.createSession(request, 'key-1')).id)
  })

  test('a wrong secret key is a definite failure', async () => {
    const withWrongKey = connect({ secretKey: 'sk_test_other' })
    expect(await failureOf(withWrongKey.createSession(requestOf(), 'key-1'))).toMatchObject({
      definite: true,
    })
    expect(await failureOf(withWrongKey.check())).toBeInstanceOf(ProviderError)
  })

  test('Stripe accepts every optional feature', async () => {
    const request = requestOf('order-1', {
      automaticTax: true,
      taxIds: true,
      invoices: true,
      promotionCodes: true,
      termsConsent: true,
      adaptivePricing: true,
    })
    const session = await provider.createSession(request, 'key-1')
    expect(session.status).toBe('open')
  })
})

describe('refunds', () => {
  test('more refunds than fit on a page are all counted', async () => {
    const { session } = await createPaidSession()
    for (let index = 0; index < 105; index++) await stripe.act(session.id, 'refund', { cents: 1 })
    const [last] = await stripe.act(session.id, 'refund', { cents: 1 })
    expect(await read(last)).toMatchObject({ effect: { kind: 'refunded', refundedCents: 106 } })
  })
})

/** Reads an event as if it had just been delivered. */
async function read(event: unknown) {
  const body = JSON.stringify(event)
  const headers = new Headers({ 'stripe-signature': signBody(body, stripe.access.webhookSecret, Date.now()) })
  return provider.readEvent(new TextEncoder().encode(body), headers)
}

describe('events', () => {
  test('a failed lookup is a failure of the provider, not a bad signature, and the event can be read again', async () => {
    const { session } = await createPaidSession()
    const [event] = await stripe.act(session.id, 'refund')
    stripe.failNext('GET /v1/payment_intents', 'too many')
    const error = await failureOf(read(event))
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).not.toBeInstanceOf(SignatureError)
    expect(await read(event)).toMatchObject({ effect: { kind: 'refunded', refundedCents: 34800 } })
  })

  test('an event that arrives late reports the current total', async () => {
    const { session } = await createPaidSession()
    const early = await stripe.act(session.id, 'refund', { cents: 100 })
    const late = await stripe.act(session.id, 'refund', { cents: 200 })
    for (const event of [...late, ...early]) {
      expect(await read(event)).toMatchObject({ effect: { refundedCents: 300 } })
    }
  })

  test('an event has no effect if Stripe does not have its payment any more', async () => {
    const { session } = await createPaidSession()
    const [event] = await stripe.act(session.id, 'refund', { cents: 100 })
    stripe.checkouts.clear()
    expect((await read(event)).effect).toBeNull()
  })

  test.each([null, '', '  '])(
    'without a webhook secret (%j), every signature is refused',
    async (webhookSecret) => {
      const withoutSecret = connect({ webhookSecret })
      expect(withoutSecret.webhooksConfigured).toBe(false)
      const body = JSON.stringify({ id: 'evt_1', type: 'x', data: { object: {} } })
      const headers = new Headers({ 'stripe-signature': signBody(body, '', Date.now()) })
      expect(
        await failureOf(withoutSecret.readEvent(new TextEncoder().encode(body), headers)),
      ).toBeInstanceOf(SignatureError)
    },
  )
})
