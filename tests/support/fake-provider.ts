import { createHash } from 'node:crypto'
import {
  type ListedEvent,
  type PaymentProvider,
  type ProviderEvent,
  type Sale,
  type Session,
  type SessionInput,
  SignatureError,
} from '../../server/payments/provider.ts'

/** A session in the fake. The order and the price come from the request. */
export interface FakeSession extends Session {
  orderId: string
  amountCents: number
  tier: Sale['tier']
}

/**
 * A payment provider without a network, for tests of the shop's side of the port. A session id is made from the idempotency
 * key, so several processes see the same provider. Its webhook accepts events of the port, with a constant as their
 * signature.
 */
export class FakeProvider implements PaymentProvider {
  readonly name = 'sandbox'
  readonly livemode = false
  /** How far the provider's clock is ahead, in ms. */
  clockAhead = 0
  clockAheadMs = () => this.clockAhead
  adjustments = { discounts: false, surcharges: false, conversions: false }
  /** The price on the provider's page, in cents. If it is null, the page shows the price of the order. */
  pagePriceCents: number | null = null
  /** The currency on the provider's page. If it is null, the page shows the currency of the order. */
  pageCurrency: string | null = null
  readonly sessionLife = { min: 30 * 60_000, max: 24 * 3_600_000 }
  inShopDatabase = false
  webhooksConfigured = true
  readonly sessions = new Map<string, FakeSession>()
  readonly refunds: string[] = []
  /** The provider's own list of events, oldest first. `at` in ms since 1970. */
  readonly listed: { event: ProviderEvent; at: number; payload?: string }[] = []
  /** The number of requests for sessions, including retries. */
  created = 0
  /** Runs before each call and may throw or wait, to simulate failures of the provider. */
  beforeCall: (call: 'create' | 'find' | 'expire' | 'refund' | 'list') => void | Promise<void> = () => {}

  buildRequest(input: object): string {
    return JSON.stringify(input)
  }

  async createSession(request: string, idempotencyKey: string): Promise<Session> {
    this.created++
    await this.beforeCall('create')
    const id = `session_${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 16)}`
    const { orderId, tier, amountCents, currency } = JSON.parse(request) as SessionInput
    const known = this.sessions.get(id)
    if (known) return known
    const url = `https://pay.example/${id}`
    const session: FakeSession = {
      id,
      status: 'open',
      paid: false,
      totalCents: this.pagePriceCents ?? amountCents,
      taxCents: null,
      currency: this.pageCurrency ?? currency,
      failed: false,
      url,
      paymentId: null,
      payerEmail: null,
      orderId,
      tier,
      amountCents,
    }
    this.sessions.set(id, session)
    return session
  }

  async findSession(sessionId: string): Promise<Session | null> {
    await this.beforeCall('find')
    return this.sessions.get(sessionId) ?? null
  }

  async expireSession(sessionId: string): Promise<void> {
    await this.beforeCall('expire')
    const session = this.sessions.get(sessionId)
    if (session?.status === 'open') this.sessions.set(sessionId, { ...session, status: 'expired', url: null })
  }

  async findSale(sessionId: string): Promise<Sale | null> {
    await this.beforeCall('find')
    const session = this.sessions.get(sessionId)
    if (!session) return null
    const { orderId: id, tier, amountCents } = session
    return {
      id,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      tier,
      amountCents,
      currency: 'usd',
      createdAt: 1,
    }
  }

  /** The invoice of each session. */
  readonly invoices = new Map<string, string>()

  async findInvoice(sessionId: string): Promise<string | null> {
    await this.beforeCall('find')
    return this.invoices.get(sessionId) ?? null
  }

  async refund(paymentId: string, idempotencyKey: string): Promise<void> {
    await this.beforeCall('refund')
    this.refunds.push(`${paymentId} ${idempotencyKey}`)
  }

  mayBeSigned(headers: Headers): boolean {
    return headers.has('fake-signature')
  }

  async readEvent(body: Uint8Array, headers: Headers): Promise<ProviderEvent> {
    if (headers.get('fake-signature') !== 'valid') throw new SignatureError('it is not signed')
    return JSON.parse(new TextDecoder().decode(body)) as ProviderEvent
  }

  async *listEvents(since: number, until: number | null): AsyncGenerator<ListedEvent[]> {
    await this.beforeCall('list')
    const newestFirst = this.listed
      .filter(({ at }) => at >= since && (until === null || at < until))
      .reverse()
    for (let from = 0; from < newestFirst.length; from += 2)
      yield newestFirst.slice(from, from + 2).map(({ event, at, payload = '{}' }) => ({
        id: event.id,
        createdAt: at,
        payload,
        read: async () => event,
      }))
  }

  async check(): Promise<void> {}

  /**
   * Pays a session, which completes it.
   * @returns the event that reports it
   */
  pay(session: Session, event: Partial<ProviderEvent> = {}): ProviderEvent {
    const paymentId = `payment_${session.id}`
    const known = this.sessions.get(session.id)
    if (known)
      this.sessions.set(session.id, { ...known, status: 'complete', paid: true, url: null, paymentId })
    return eventOf(session.id, { paymentId, payerEmail: 'payer@example.com', ...event })
  }
}

let events = 0

/** An event about a session. By default, the session is completed and paid. */
export function eventOf(sessionId: string | null, event: Partial<ProviderEvent> = {}): ProviderEvent {
  return {
    id: `event_${++events}`,
    type: 'checkout.session.completed',
    livemode: false,
    effect: { kind: 'completed', paid: true, totalCents: null },
    effectKey: sessionId && `session:${sessionId}:paid`,
    orderId: null,
    sessionId,
    paymentId: null,
    payerEmail: null,
    ...event,
  }
}
