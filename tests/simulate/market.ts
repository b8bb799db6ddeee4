import { amountCents, type Checkout, refundedCents } from '../../server/payments/sandbox/checkout.ts'
import { type Action, isWarned } from '../support/bank.ts'
import { mapMemory, openStripe } from '../support/stripe.ts'
import type { Fault as RequestFault } from '../support/stripe-faults.ts'

/** How a call to the provider fails. `saved`: a 500 that the provider repeats each time the idempotency key is used. */
export type Fault = 'refused' | 'lost-before' | 'lost-after' | 'saved' | 'saved-after'
export const faults: Fault[] = ['refused', 'lost-before', 'lost-after', 'saved', 'saved-after']

export interface MarketSession {
  id: string
  orderId: string
  email: string
  cents: number
  tier: 'early' | 'list'
  /** ms since 1970 */
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  payment: 'none' | 'waiting' | 'paid' | 'refused'
  refundedCents: number
  disputes: { id: string; state: 'open' | 'won' | 'lost' }[]
  warned: boolean
}

export interface MarketEvent {
  id: string
  /** ms since 1970 */
  createdAt: number
  type: string
  sessionId: string
  object: Record<string, unknown>
}

/** The shop's requests and the answers, in order. */
export type Call =
  | { kind: 'create'; orderId: string; email: string; place: string; cents: number; expiresAt: number }
  | { kind: 'created'; orderId: string; session: MarketSession }
  | { kind: 'not created'; orderId: string; isFinal: boolean }
  | { kind: 'found'; session: MarketSession }
  | { kind: 'ended'; session: MarketSession }
  | { kind: 'listed'; event: MarketEvent; session: MarketSession }

const payments = { unpaid: 'none', processing: 'waiting', paid: 'paid', failed: 'refused' } as const

function viewOf(checkout: Checkout): MarketSession {
  const { id, request, expiresAt, status, payment, disputes } = checkout
  return {
    id,
    orderId: request.client_reference_id ?? '',
    email: request.customer_email ?? '',
    cents: amountCents(checkout),
    tier: request.metadata?.tier === 'early' ? 'early' : 'list',
    expiresAt,
    status,
    payment: payments[payment],
    refundedCents: refundedCents(checkout),
    disputes: disputes.map(({ id, state }) => ({ id, state })),
    warned: isWarned(checkout),
  }
}

/**
 * The sandbox with the buyers and their banks. A crash of the shop does not affect it. It fails only when a step says so. Ids
 * are numbers, so that a seed repeats exactly.
 */
export class Market {
  /** Events that the shop has not accepted yet. */
  readonly events: MarketEvent[] = []
  /** All events, oldest first. */
  readonly history: MarketEvent[] = []
  readonly calls: Call[] = []
  readonly #now: () => number
  readonly #stripe
  /** The outcome of each of the next calls. Null: the call succeeds. */
  createFaults: (Fault | null)[] = []
  otherFaults: ('lost-before' | 'lost-after' | null)[] = []
  #numbers = 0
  /** The fault of the next request to the provider. */
  takeFault: () => RequestFault | null = () => null
  /** Idempotency keys for which the provider has saved an error. A crash of the shop does not clear them. */
  readonly spentKeys = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
    const map = mapMemory()
    const change: typeof map.change = (id, change) =>
      map.change(id, (checkout) => {
        const next = change(checkout)
        return next && this.#record(checkout, next)
      })
    this.#stripe = openStripe({
      memory: { ...map, change },
      now,
      newId: (prefix) => `${prefix}_${++this.#numbers}`,
      faults: { take: () => this.takeFault() },
      spentKeys: this.spentKeys,
    })
  }

  /** Takes the new events of a checkout. */
  #record(before: Checkout, next: Checkout): Checkout {
    for (const event of next.events.slice(before.events.length)) {
      const { id, type, created } = event
      const object = event.data.object as Record<string, unknown>
      const entry = { id, createdAt: created * 1000, type, sessionId: next.id, object }
      this.events.push(entry)
      this.history.push(entry)
    }
    return next
  }

  get #checkouts(): Map<string, Checkout> {
    return this.#stripe.memory.checkouts
  }

  /** The shop's adapter to this provider. */
  connect = () => this.#stripe.connect()

  get sessions(): ReadonlyMap<string, MarketSession> {
    return new Map([...this.#checkouts].map(([id, checkout]) => [id, viewOf(checkout)]))
  }

  session(id: string): MarketSession {
    const checkout = this.#checkouts.get(id)
    if (!checkout) throw new Error(`There is no session ${id}.`)
    return viewOf(checkout)
  }

  /** What a buyer, a bank or the seller in the dashboard does. @param cents of a refund; by default, all that is left */
  act({ id }: MarketSession, action: Action, cents?: number): void {
    const checkout = this.#checkouts.get(id)
    const next = checkout && this.#stripe.after(checkout, action, cents)
    if (next) this.#checkouts.set(id, this.#record(checkout, next))
  }

  /** Whether the provider has answered a request for a session with this key, and repeats its answer. */
  isUsed = (key: string) =>
    this.spentKeys.has(key) || [...this.#checkouts.values()].some((checkout) => checkout.key === key)

  /** Expires the sessions whose time is over, and creates their events. */
  tick(): void {
    for (const session of this.sessions.values())
      if (session.status === 'open' && session.expiresAt <= this.#now()) this.act(session, 'expire')
  }

  /** An event as a webhook delivers it. @param key another one is a forgery */
  signed({ id, type, object, createdAt }: MarketEvent, key?: string) {
    return this.#stripe.signed(
      { id, type, created: createdAt / 1000, livemode: false, data: { object } },
      key,
    )
  }
}
