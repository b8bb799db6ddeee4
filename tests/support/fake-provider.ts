import {
  type ListedEvent,
  type PaymentProvider,
  type ProviderEvent,
  SignatureError,
} from '../../server/payments/provider.ts'
import { type Checkout, paymentIdOf } from '../../server/payments/sandbox/checkout.ts'
import type { Action } from './bank.ts'
import { mapMemory, openStripe } from './stripe.ts'

/** Headers with a signature that the fake accepts, and with one that it does not. Both have the form of Stripe's. */
export const signed = { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` }
export const forged = { 'stripe-signature': `t=1,v1=${'1'.repeat(64)}` }

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }

/** Stripe's adapter with the sandbox behind it, in this process, and hooks for tests of the shop's side of the port. */
export interface FakeProvider extends Mutable<PaymentProvider> {
  /** By id, oldest first. */
  checkouts: ReadonlyMap<string, Checkout>
  /** The newest checkout, and its order. */
  newest(): { id: string; orderId: string }
  /** Runs before each call and may throw or wait, to simulate failures of the provider. */
  beforeCall(call: 'create' | 'find' | 'expire' | 'list', id?: string): void | Promise<void>
  /** The number of requests for sessions, including retries. */
  created: number
  /** The provider's own list of events, oldest first. `at` in ms since 1970. */
  listed: { event: ProviderEvent; at: number }[]
  /** What a buyer or a bank does. Its events are not delivered. */
  act(sessionId: string, action: Action): void
  /** Pays a session. @returns the event that reports it */
  pay(sessionId: string, event?: Partial<ProviderEvent>): ProviderEvent
}

/** @param now ms since 1970 */
export function createFakeProvider(now: () => number = Date.now): FakeProvider {
  const stripe = openStripe({ memory: mapMemory(), now })
  const { checkouts } = stripe.memory
  const adapter = stripe.connect()

  const provider: FakeProvider = {
    ...adapter,
    checkouts,
    newest() {
      const checkout = [...checkouts.values()].at(-1)
      if (!checkout) throw new Error('There is no checkout.')
      return { id: checkout.id, orderId: checkout.request.client_reference_id ?? '' }
    },
    beforeCall: () => {},
    created: 0,
    listed: [],
    act(id, action) {
      const checkout = checkouts.get(id)
      const next = checkout && stripe.after(checkout, action)
      if (!next) throw new Error(`The checkout ${id} cannot ${action} now.`)
      checkouts.set(id, next)
    },
    pay(id, event = {}) {
      provider.act(id, 'pay')
      return eventOf(id, { paymentId: paymentIdOf({ id }), payerEmail: 'payer@example.com', ...event })
    },

    async createSession(request, key) {
      provider.created++
      await provider.beforeCall('create')
      const session = await adapter.createSession(request, key)
      ordersOf.set(session.id, JSON.parse(request).client_reference_id)
      return session
    },
    async findSession(id) {
      await provider.beforeCall('find', id)
      return adapter.findSession(id)
    },
    async expireSession(id) {
      await provider.beforeCall('expire')
      return adapter.expireSession(id)
    },
    async findSale(of) {
      await provider.beforeCall('find')
      return adapter.findSale(of)
    },
    /** The body is an event of the port, so that a test can send any effect. */
    async readEvent(body, headers) {
      if (headers.get('stripe-signature') !== signed['stripe-signature']) throw new SignatureError('forged')
      return JSON.parse(new TextDecoder().decode(body)) as ProviderEvent
    },
    async *listEvents(since): AsyncGenerator<ListedEvent[]> {
      await provider.beforeCall('list')
      const newestFirst = provider.listed.filter(({ at }) => at >= since).reverse()
      for (let from = 0; from < newestFirst.length; from += 2)
        yield newestFirst.slice(from, from + 2).map(({ event, at }) => ({
          id: event.id,
          createdAt: at,
          read: async () => event,
        }))
    },
  }
  return provider
}

let events = 0

/** The order of each session, for the events of tests. */
const ordersOf = new Map<string, string>()

/** An event about a session. By default, the session is completed and paid. */
export function eventOf(sessionId: string | null, event: Partial<ProviderEvent> = {}): ProviderEvent {
  return {
    id: `event_${++events}`,
    type: 'checkout.session.completed',
    livemode: false,
    at: 0,
    effect: { kind: 'completed', paid: true, totalCents: null },
    effectKey: sessionId && `session:${sessionId}:paid`,
    orderId: (sessionId && ordersOf.get(sessionId)) ?? null,
    sessionId,
    paymentId: null,
    payerEmail: null,
    ...event,
  }
}
