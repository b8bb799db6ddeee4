import type Stripe from 'stripe'
import { type PaymentProvider, ProviderError, type Session, type SessionInput } from '../provider.ts'
import { isSignatureShaped, verifyEvent } from '../stripe-dialect/signature.ts'
import { type Lookup, listedEvent, translateEvent } from '../stripe-dialect/translate-event.ts'
import { act } from './actions.ts'
import { paymentTotals, toSession } from './session.ts'
import type { SandboxStore } from './store.ts'

/** Stripe's own limits, in ms, so that Stripe accepts every request that the sandbox accepts. */
const shortestLife = 30 * 60_000
const longestLife = 24 * 60 * 60_000

/** Implements the payment port on the table of sandbox sessions. Its calls store events, and the delivery loop sends them. */
export function sandboxProvider(options: {
  store: SandboxStore
  secret: string
  publicUrl: string
  now: () => number
}): PaymentProvider {
  const { store, secret, publicUrl, now } = options
  const lookup: Lookup = {
    async payment(paymentId) {
      const session = await store.findByPayment(paymentId)
      return session && paymentTotals(session)
    },
    paymentOfCharge: async () => null,
  }

  async function createSession(request: string, idempotencyKey: string): Promise<Session> {
    const { expiresAt }: SessionInput = JSON.parse(request)
    const life = expiresAt - now()
    const isAllowed = life >= shortestLife && life <= longestLife
    const session = isAllowed
      ? await store.create(idempotencyKey, request, expiresAt, now())
      : await store.findByKey(idempotencyKey, request)
    if (session) return toSession(session, publicUrl, now())
    if (isAllowed) return createSession(request, idempotencyKey)
    throw new ProviderError('A checkout must expire 30 minutes to 24 hours after its creation.', {
      definite: true,
    })
  }

  return {
    name: 'sandbox',
    livemode: false,
    clockAheadMs: () => 0,
    adjustments: { discounts: false, surcharges: false },
    // The extra minute is for the time between the order and its session.
    sessionLife: { min: shortestLife + 60_000, max: longestLife },
    inShopDatabase: true,
    webhooksConfigured: true,

    buildRequest: (input) => JSON.stringify(input),

    createSession,

    async findSession(sessionId) {
      const session = await store.find(sessionId)
      return session && toSession(session, publicUrl, now())
    },

    async expireSession(sessionId) {
      const changed = await store.change(sessionId, (session) => act(session, 'expire', { now: now() }))
      if (!changed) throw new ProviderError(`The sandbox has no checkout ${sessionId}.`, { definite: true })
    },

    findInvoice: async () => null,

    async findSale(sessionId) {
      const session = await store.find(sessionId)
      if (!session) return null
      const { orderId, name, email, amountCents, currency, expiresAt } = session.request
      // An order expires 31 minutes after its creation, the minimum of `sessionLife`.
      const createdAt = expiresAt - shortestLife - 60_000
      return { id: orderId, name, email, amountCents, currency, createdAt }
    },

    async refund(paymentId, idempotencyKey) {
      const session = await store.findByPayment(paymentId)
      if (session?.payment !== 'paid') {
        throw new ProviderError(`The sandbox has no payment ${paymentId} to refund.`, { definite: true })
      }
      await store.change(session.id, (newest) =>
        act(newest, 'refund', {
          now: now(),
          refundId: `re_sandbox_${idempotencyKey.replaceAll(/\W/g, '_')}`,
        }),
      )
    },

    mayBeSigned: (headers) => isSignatureShaped(headers.get('stripe-signature')),

    async readEvent(body, headers) {
      return translateEvent(verifyEvent(body, headers.get('stripe-signature'), secret, now()), lookup)
    },

    async *listEvents(since, until) {
      // Stripe counts in whole seconds.
      const roundDown = (ms: number) => Math.floor(ms / 1000) * 1000
      const events = await store.listEvents(roundDown(since), until === null ? null : roundDown(until))
      yield events.map((event) =>
        listedEvent(event as unknown as Stripe.Event, (one) => translateEvent(one, lookup)),
      )
    },

    async check() {
      await store.check()
    },
  }
}
