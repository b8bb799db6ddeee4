import type { Checkout } from '../../server/payments/sandbox/checkout.ts'
import type { Action } from '../support/bank.ts'
import { mapMemory, openStripe } from '../support/stripe.ts'
import type { Fault as RequestFault } from '../support/stripe-faults.ts'

/** How a call to the provider fails. `saved`: a 500 that the provider repeats each time the idempotency key is used. */
export type Fault = 'refused' | 'lost-before' | 'lost-after' | 'saved' | 'saved-after'
export const faults: Fault[] = ['refused', 'lost-before', 'lost-after', 'saved', 'saved-after']

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
  | { kind: 'created'; orderId: string; checkout: Checkout }
  | { kind: 'not created'; orderId: string; isFinal: boolean }
  | { kind: 'found'; checkout: Checkout }
  | { kind: 'ended'; checkout: Checkout }
  | { kind: 'listed'; event: MarketEvent; checkout: Checkout }

/** The order that a checkout is for. */
export const orderIdOf = ({ request }: Checkout): string => request.client_reference_id ?? ''

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

  /** The shop's adapter to this provider. */
  connect = () => this.#stripe.connect()

  get checkouts(): Map<string, Checkout> {
    return this.#stripe.memory.checkouts
  }

  checkout(id: string): Checkout {
    const checkout = this.checkouts.get(id)
    if (!checkout) throw new Error(`There is no checkout ${id}.`)
    return checkout
  }

  /** What a buyer, a bank or the seller in the dashboard does. @param cents of a refund; by default, all that is left */
  act({ id }: Checkout, action: Action, cents?: number): void {
    const checkout = this.checkout(id)
    const next = this.#stripe.after(checkout, action, cents)
    if (next) this.checkouts.set(id, this.#record(checkout, next))
  }

  /** Whether the provider has answered a request for a session with this key, and repeats its answer. */
  isUsed = (key: string) =>
    this.spentKeys.has(key) || [...this.checkouts.values()].some((checkout) => checkout.key === key)

  /** Expires the sessions whose time is over, and creates their events. */
  tick(): void {
    for (const checkout of this.checkouts.values())
      if (checkout.status === 'open' && checkout.expiresAt <= this.#now()) this.act(checkout, 'expire')
  }

  /** An event as a webhook delivers it. @param key another one is a forgery */
  signed({ id, type, object, createdAt }: MarketEvent, key?: string) {
    return this.#stripe.signed(
      { id, type, created: createdAt / 1000, livemode: false, data: { object } },
      key,
    )
  }
}
