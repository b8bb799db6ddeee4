import {
  type ListedEvent,
  type PaymentProvider,
  ProviderError,
  type Session,
} from '../../server/payments/provider.ts'
import { verifyEvent } from '../../server/payments/stripe-dialect/signature.ts'
import { type Lookup, translateEvent } from '../../server/payments/stripe-dialect/translate-event.ts'
import { type Market, type MarketEvent, type MarketSession, secret } from './market.ts'
import type { Power } from './power.ts'

const minute = 60_000
const sessionLife = { min: 30 * minute, max: 24 * 60 * minute }
const unknown = (message: string) => new ProviderError(message, { definite: false })
const refusal = (message: string) => new ProviderError(message, { definite: true })

/** The provider's port for one process of the shop. It does not answer after a power cut. */
export function connectProvider(market: Market, power: Power, now: () => number): PaymentProvider {
  const failOn = (when: 'lost-before' | 'lost-after') => {
    if (market.otherFaults[0] !== when) return
    market.otherFaults.shift()
    throw unknown('no answer')
  }
  const skipFault = () => {
    if (market.otherFaults[0] === null) market.otherFaults.shift()
  }

  function create(request: string, key: string): MarketSession {
    const { orderId, email, amountCents, expiresAt } = JSON.parse(request)
    const known = market.keys.get(key)
    const fault = market.createFaults.shift() ?? null
    if (fault === 'lost-before') throw unknown('no answer')
    if (known?.isSpent) {
      const created = known.sessionId === null ? null : market.session(known.sessionId)
      if (created?.status === 'open') return created
      throw new ProviderError('a saved error', { definite: false, keySpent: true })
    }
    if (known?.sessionId) {
      if (fault === 'lost-after') throw unknown('no answer')
      return market.session(known.sessionId)
    }
    if (fault === 'refused') throw refusal('refused')
    if (fault === 'saved') {
      market.keys.set(key, { sessionId: null, isSpent: true })
      throw new ProviderError('a saved error', { definite: false, keySpent: true })
    }
    if (expiresAt - now() < sessionLife.min) throw refusal('it would expire too soon')
    const id = `cs_${market.nextNumber()}`
    const created: MarketSession = {
      id,
      orderId,
      email,
      cents: amountCents,
      expiresAt,
      status: 'open',
      payment: 'none',
      refunds: [],
      disputes: [],
      warned: false,
    }
    market.sessions.set(id, created)
    market.keys.set(key, { sessionId: id, isSpent: fault === 'saved-after' })
    if (fault === 'lost-after') throw unknown('no answer')
    return created
  }

  const lookup: Lookup = {
    async payment(paymentId) {
      failOn('lost-before')
      skipFault()
      const session = market.sessions.get(paymentId.replace(/^pi_/, ''))
      if (!session) return null
      return {
        orderId: session.orderId,
        amountCents: session.cents,
        refundedCents: market.refunded(session),
        refunds: session.refunds.length,
        failedRefunds: session.refunds.filter(({ failed }) => failed).length,
      }
    },
    paymentOfCharge: async () => null,
  }

  const listed = (event: MarketEvent): ListedEvent => ({
    id: event.id,
    createdAt: event.createdAt,
    payload: market.signed(event).body,
    async read() {
      power.mark()
      const { body, signature } = market.signed(event)
      const sent = verifyEvent(new TextEncoder().encode(body), signature, secret, now())
      const read = await translateEvent(sent, lookup)
      market.calls.push({
        kind: 'listed',
        event,
        session: structuredClone(market.session(event.sessionId)),
      })
      return read
    },
  })

  return {
    name: 'sandbox',
    livemode: false,
    adjustments: { discounts: false, surcharges: false, conversions: false },
    clockAheadMs: () => 0,
    sessionLife: { min: sessionLife.min + minute, max: sessionLife.max },
    inShopDatabase: false,
    webhooksConfigured: true,
    buildRequest: (input) => JSON.stringify(input),
    findInvoice: async () => null,
    findSale: async () => null,
    async createSession(request, key) {
      power.mark()
      const { orderId, email, amountCents: cents, expiresAt } = JSON.parse(request)
      market.calls.push({ kind: 'create', orderId, email, cents, expiresAt })
      market.tick()
      try {
        const session = create(request, key)
        market.calls.push({ kind: 'created', orderId, session: structuredClone(session) })
        power.mark()
        return portSession(session)
      } catch (error) {
        if (error instanceof ProviderError)
          market.calls.push({ kind: 'not created', orderId, isFinal: error.definite || error.keySpent })
        throw error
      }
    },
    async findSession(id) {
      power.mark()
      failOn('lost-before')
      skipFault()
      market.tick()
      const session = market.sessions.get(id)
      if (!session) return null
      market.calls.push({ kind: 'found', session: structuredClone(session) })
      power.mark()
      return portSession(session)
    },
    async expireSession(id) {
      power.mark()
      failOn('lost-before')
      skipFault()
      const session = market.session(id)
      if (session.status === 'open') market.expire(session)
      power.mark()
      if (market.otherFaults[0] !== 'lost-after')
        market.calls.push({ kind: 'ended', session: structuredClone(session) })
      failOn('lost-after')
    },
    async refund() {
      throw new Error('The simulation makes refunds at the provider.')
    },
    mayBeSigned: (headers) => headers.has('stripe-signature'),
    async readEvent(body, headers) {
      power.mark()
      return translateEvent(verifyEvent(body, headers.get('stripe-signature'), secret, now()), lookup)
    },
    async *listEvents(since, until) {
      power.mark()
      failOn('lost-before')
      skipFault()
      const newestFirst = market.history
        .filter(({ createdAt }) => createdAt >= since && (until === null || createdAt < until))
        .reverse()
      for (let at = 0; at < newestFirst.length; at += 5)
        yield newestFirst.slice(at, at + 5).map((event): ListedEvent => listed(event))
    },
    async check() {},
  }
}

function portSession(session: MarketSession): Session {
  const isComplete = session.status === 'complete'
  return {
    id: session.id,
    status: session.status,
    paid: session.payment === 'paid',
    totalCents: session.cents,
    taxCents: null,
    currency: 'usd',
    failed: session.payment === 'refused',
    url: session.status === 'open' ? `https://pay.example/${session.id}` : null,
    paymentId: isComplete ? `pi_${session.id}` : null,
    payerEmail: isComplete ? session.email : null,
  }
}
