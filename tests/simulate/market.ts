import { type Lookup, translateEvent } from '../../server/payments/events.ts'
import {
  type ListedEvent,
  type PaymentProvider,
  ProviderError,
  type Session,
} from '../../server/payments/provider.ts'
import { signBody, verifyEvent } from '../../server/payments/signature.ts'
import type { Power } from './power.ts'

/** How a call of the provider goes wrong. `saved`: a 500 that the provider repeats to every use of the key. */
export type Trouble = 'refused' | 'lost-before' | 'lost-after' | 'saved' | 'saved-after'
export const troubles: Trouble[] = ['refused', 'lost-before', 'lost-after', 'saved', 'saved-after']

export interface MarketSession {
  id: string
  orderId: string
  email: string
  cents: number
  /** ms since 1970 */
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  payment: 'none' | 'waiting' | 'paid' | 'refused'
  refunds: { id: string; cents: number; failed: boolean }[]
  disputes: { id: string; state: 'open' | 'won' | 'lost' }[]
  warned: boolean
}

export interface MarketEvent {
  id: string
  /** By the provider's own clock, which never goes back. ms since 1970 */
  createdAt: number
  type: string
  sessionId: string
  object: Record<string, unknown>
}

/** What the shop asked and was told, in order. */
export type Call =
  | { kind: 'create'; orderId: string; email: string; cents: number; expiresAt: number }
  | { kind: 'created'; orderId: string; session: MarketSession }
  | { kind: 'not created'; orderId: string; isFinal: boolean }
  | { kind: 'found'; session: MarketSession }
  | { kind: 'ended'; session: MarketSession }
  | { kind: 'listed'; event: MarketEvent; session: MarketSession }

const minute = 60_000
const beginning = Date.UTC(2026, 10, 20, 12)
const life = { min: 30 * minute, max: 24 * 60 * minute }
const secret = 'whsec_of_the_simulated_provider'
const unknown = (message: string) => new ProviderError(message, { definite: false })
const refusal = (message: string) => new ProviderError(message, { definite: true })

/**
 * The provider, its buyers and their banks. It outlives the shop's crashes. What it does wrong, it is told to.
 */
export class Market {
  readonly sessions = new Map<string, MarketSession>()
  /** Events that the shop has still to take. */
  readonly events: MarketEvent[] = []
  /** Everything that happened, oldest first: the provider's own list. */
  readonly history: MarketEvent[] = []
  /** How long this world has been going on, in ms, whatever the shop's clock says. */
  elapsed = 0
  readonly calls: Call[] = []
  readonly #keys = new Map<string, { sessionId: string | null; isSpent: boolean }>()
  readonly #now: () => number
  /** Used up by the calls to come, one each; null lets a call pass. */
  createTroubles: (Trouble | null)[] = []
  otherTroubles: ('lost-before' | 'lost-after' | null)[] = []
  #numbers = 0

  constructor(now: () => number) {
    this.#now = now
  }

  #number(): number {
    return ++this.#numbers
  }

  session(id: string): MarketSession {
    const session = this.sessions.get(id)
    if (!session) throw new Error(`There is no session ${id}.`)
    return session
  }

  /** Ends sessions whose time is over, each with its event. */
  tick(): void {
    for (const session of this.sessions.values())
      if (session.status === 'open' && session.expiresAt <= this.#now()) this.expire(session)
  }

  expire(session: MarketSession): void {
    session.status = 'expired'
    this.emit('checkout.session.expired', session)
  }

  emit(type: string, session: MarketSession, extra: Record<string, unknown> = {}): void {
    const own = type.startsWith('checkout.session.')
    const object = own ? this.#sessionObject(session) : { payment_intent: `pi_${session.id}`, ...extra }
    const id = `evt_${this.#number()}`
    const event = { id, createdAt: beginning + this.elapsed, type, sessionId: session.id, object }
    this.events.push(event)
    this.history.push(event)
  }

  #sessionObject(session: MarketSession): Record<string, unknown> {
    const isComplete = session.status === 'complete'
    return {
      id: session.id,
      mode: 'payment',
      payment_status: session.payment === 'paid' ? 'paid' : 'unpaid',
      payment_intent: isComplete ? `pi_${session.id}` : null,
      amount_total: session.cents,
      client_reference_id: session.orderId,
      customer_email: session.email,
      customer_details: isComplete ? { email: session.email } : null,
      metadata: { order_id: session.orderId },
    }
  }

  /** The buyer fills in the payment page. @param later the bank answers in some days */
  pay(session: MarketSession, later: boolean): void {
    session.status = 'complete'
    session.payment = later ? 'waiting' : 'paid'
    this.emit('checkout.session.completed', session)
  }

  bankAnswers(session: MarketSession, isPaid: boolean): void {
    session.payment = isPaid ? 'paid' : 'refused'
    this.emit(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
  }

  refunded(session: MarketSession): number {
    return session.refunds.reduce((sum, { cents, failed }) => sum + (failed ? 0 : cents), 0)
  }

  refund(session: MarketSession, cents: number): void {
    const id = `re_${this.#number()}`
    session.refunds.push({ id, cents, failed: false })
    this.emit('refund.created', session, { id })
    this.emit('charge.refunded', session, { id: `ch_${session.id}` })
  }

  failRefund(session: MarketSession): void {
    const last = session.refunds.findLast(({ failed }) => !failed)
    if (!last) return
    last.failed = true
    this.emit('refund.failed', session, { id: last.id })
  }

  openDispute(session: MarketSession): void {
    const id = `dp_${this.#number()}`
    session.disputes.push({ id, state: 'open' })
    this.emit('charge.dispute.created', session, { id, status: 'needs_response' })
  }

  closeDispute(session: MarketSession, state: 'won' | 'lost'): void {
    const dispute = session.disputes.find((one) => one.state === 'open')
    if (!dispute) return
    dispute.state = state
    this.emit('charge.dispute.closed', session, { id: dispute.id, status: state })
  }

  warn(session: MarketSession): void {
    session.warned = true
    this.emit('radar.early_fraud_warning.created', session, { id: `issfr_${session.id}` })
  }

  /** An event as it goes over the wire. */
  signed(event: MarketEvent, key = secret): { body: string; signature: string } {
    const { id, type, object } = event
    const body = JSON.stringify({ id, type, livemode: false, data: { object } })
    return { body, signature: signBody(body, key, this.#now()) }
  }

  /** The port for one life of the shop; it is silent once the power is off. */
  connect(power: Power): PaymentProvider {
    const market = this
    const now = this.#now
    const otherTrouble = (when: 'lost-before' | 'lost-after') => {
      if (market.otherTroubles[0] !== when) return
      market.otherTroubles.shift()
      throw unknown('no answer')
    }
    const take = () => {
      if (market.otherTroubles[0] === null) market.otherTroubles.shift()
    }

    function create(request: string, key: string): MarketSession {
      const { orderId, email, amountCents, expiresAt } = JSON.parse(request)
      const known = market.#keys.get(key)
      const trouble = market.createTroubles.shift() ?? null
      if (trouble === 'lost-before') throw unknown('no answer')
      if (known?.isSpent) {
        const made = known.sessionId === null ? null : market.session(known.sessionId)
        if (made?.status === 'open') return made
        throw new ProviderError('a saved error', { definite: false, keySpent: true })
      }
      if (known?.sessionId) {
        if (trouble === 'lost-after') throw unknown('no answer')
        return market.session(known.sessionId)
      }
      if (trouble === 'refused') throw refusal('refused')
      if (trouble === 'saved') {
        market.#keys.set(key, { sessionId: null, isSpent: true })
        throw new ProviderError('a saved error', { definite: false, keySpent: true })
      }
      if (expiresAt - now() < life.min) throw refusal('it would end too soon')
      const id = `cs_${market.#number()}`
      const made: MarketSession = {
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
      market.sessions.set(id, made)
      market.#keys.set(key, { sessionId: id, isSpent: trouble === 'saved-after' })
      if (trouble === 'lost-after') throw unknown('no answer')
      return made
    }

    const lookup: Lookup = {
      async payment(paymentId) {
        otherTrouble('lost-before')
        take()
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
      adjustments: { discounts: false, surcharges: false },
      clockAheadMs: () => 0,
      sessionLife: { min: life.min + minute, max: life.max },
      webhooksConfigured: true,
      buildRequest: (input) => JSON.stringify(input),
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
        otherTrouble('lost-before')
        take()
        market.tick()
        const session = market.sessions.get(id)
        if (!session) return null
        market.calls.push({ kind: 'found', session: structuredClone(session) })
        power.mark()
        return portSession(session)
      },
      async expireSession(id) {
        power.mark()
        otherTrouble('lost-before')
        take()
        const session = market.session(id)
        if (session.status === 'open') market.expire(session)
        power.mark()
        if (market.otherTroubles[0] !== 'lost-after')
          market.calls.push({ kind: 'ended', session: structuredClone(session) })
        otherTrouble('lost-after')
      },
      async refund() {
        throw new Error('The simulation gives money back at the provider.')
      },
      async readEvent(body, headers) {
        power.mark()
        return translateEvent(verifyEvent(body, headers.get('stripe-signature'), secret, now()), lookup)
      },
      async *listEvents(since) {
        power.mark()
        otherTrouble('lost-before')
        take()
        const newestFirst = market.history.filter(({ createdAt }) => createdAt >= since).reverse()
        for (let at = 0; at < newestFirst.length; at += 5)
          yield newestFirst.slice(at, at + 5).map((event): ListedEvent => listed(event))
      },
      async check() {},
    }
  }
}

function portSession(session: MarketSession): Session {
  const isComplete = session.status === 'complete'
  return {
    id: session.id,
    status: session.status,
    paid: session.payment === 'paid',
    totalCents: session.cents,
    failed: session.payment === 'refused',
    url: session.status === 'open' ? `https://pay.example/${session.id}` : null,
    paymentId: isComplete ? `pi_${session.id}` : null,
    payerEmail: isComplete ? session.email : null,
  }
}
