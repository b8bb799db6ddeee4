import { signBody } from '../../server/payments/stripe-dialect/signature.ts'

/** How a call to the provider fails. `saved`: a 500 that the provider repeats each time the idempotency key is used. */
export type Fault = 'refused' | 'lost-before' | 'lost-after' | 'saved' | 'saved-after'
export const faults: Fault[] = ['refused', 'lost-before', 'lost-after', 'saved', 'saved-after']

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
  /** The time of the provider's clock, which never moves back. ms since 1970 */
  createdAt: number
  type: string
  sessionId: string
  object: Record<string, unknown>
}

/** The shop's requests and the answers, in order. */
export type Call =
  | { kind: 'create'; orderId: string; email: string; cents: number; expiresAt: number }
  | { kind: 'created'; orderId: string; session: MarketSession }
  | { kind: 'not created'; orderId: string; isFinal: boolean }
  | { kind: 'found'; session: MarketSession }
  | { kind: 'ended'; session: MarketSession }
  | { kind: 'listed'; event: MarketEvent; session: MarketSession }

const beginning = Date.UTC(2026, 10, 20, 12)
/** Signs the events. */
export const secret = 'whsec_of_the_simulated_provider'

/** The provider, its buyers and their banks. A crash of the shop does not affect it. It fails only when a step says so. */
export class Market {
  readonly sessions = new Map<string, MarketSession>()
  /** Events that the shop has not accepted yet. */
  readonly events: MarketEvent[] = []
  /** The provider's list of all events, oldest first. */
  readonly history: MarketEvent[] = []
  /** The time since the start, in ms. It does not depend on the shop's clock. */
  elapsed = 0
  readonly calls: Call[] = []
  /** The answers that the provider has saved, by idempotency key. */
  readonly keys = new Map<string, { sessionId: string | null; isSpent: boolean }>()
  readonly #now: () => number
  /** The outcome of each of the next calls. Null: the call succeeds. */
  createFaults: (Fault | null)[] = []
  otherFaults: ('lost-before' | 'lost-after' | null)[] = []
  #numbers = 0

  constructor(now: () => number) {
    this.#now = now
  }

  nextNumber(): number {
    return ++this.#numbers
  }

  session(id: string): MarketSession {
    const session = this.sessions.get(id)
    if (!session) throw new Error(`There is no session ${id}.`)
    return session
  }

  /** Expires the sessions whose time is over, and creates their events. */
  tick(): void {
    for (const session of this.sessions.values())
      if (session.status === 'open' && session.expiresAt <= this.#now()) this.expire(session)
  }

  expire(session: MarketSession): void {
    session.status = 'expired'
    this.emit('checkout.session.expired', session)
  }

  emit(type: string, session: MarketSession, extra: Record<string, unknown> = {}): void {
    const isSessionEvent = type.startsWith('checkout.session.')
    const object = isSessionEvent
      ? this.#sessionObject(session)
      : { payment_intent: `pi_${session.id}`, ...extra }
    const id = `evt_${this.nextNumber()}`
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

  /** The buyer submits the payment page. @param later whether the bank answers some days later */
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
    const id = `re_${this.nextNumber()}`
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
    const id = `dp_${this.nextNumber()}`
    session.disputes.push({ id, state: 'open' })
    this.emit('charge.dispute.created', session, { id, status: 'needs_response' })
  }

  closeDispute(session: MarketSession, state: 'won' | 'lost'): void {
    const dispute = session.disputes.find((candidate) => candidate.state === 'open')
    if (!dispute) return
    dispute.state = state
    this.emit('charge.dispute.closed', session, { id: dispute.id, status: state })
  }

  warn(session: MarketSession): void {
    session.warned = true
    this.emit('radar.early_fraud_warning.created', session, { id: `issfr_${session.id}` })
  }

  /** The body and signature of an event. */
  signed(event: MarketEvent, key = secret): { body: string; signature: string } {
    const { id, type, object } = event
    const body = JSON.stringify({ id, type, livemode: false, data: { object } })
    return { body, signature: signBody(body, key, this.#now()) }
  }
}
