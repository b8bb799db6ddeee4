import { type ListedEvent, type PaymentProvider, ProviderError } from '../../server/payments/provider.ts'
import type { Checkout } from '../../server/payments/sandbox/checkout.ts'
import type { Action } from '../support/bank.ts'
import { mapMemory, openStripe } from '../support/stripe.ts'
import type { FaultName } from '../support/stripe-faults.ts'
import type { Power } from './power.ts'

/** How a request for a session fails. `saved`: with an error that the provider repeats each time the idempotency key is used. */
export const faults = ['refused', 'lost', 'lost after', 'saved', 'saved after'] as const satisfies FaultName[]

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
 * Stripe for tests with the buyers and their banks. A crash of the shop does not affect it. It fails only when a step says so. Ids
 * are numbers, so that a seed repeats exactly.
 */
export class Market {
  /** Events that the shop has not accepted yet. */
  readonly events: MarketEvent[] = []
  /** All events, oldest first. */
  readonly history: MarketEvent[] = []
  readonly calls: Call[] = []
  /** By id, oldest first. */
  readonly checkouts
  /** The faults of the next requests for sessions, and of the next other requests. Null: the request succeeds. */
  createFaults: (FaultName | null)[] = []
  otherFaults: (FaultName | null)[] = []
  readonly #now: () => number
  readonly #stripe
  #numbers = 0

  constructor(now: () => number) {
    this.#now = now
    const map = mapMemory()
    const change: typeof map.change = (id, change) =>
      map.change(id, (checkout) => {
        const next = change(checkout)
        if (next) this.#record(next, checkout.events.length)
        return next
      })
    this.checkouts = map.checkouts
    this.#stripe = openStripe({
      memory: { ...map, change },
      now,
      newId: (prefix) => `${prefix}_${++this.#numbers}`,
    })
    this.#stripe.faultOf = (route, key) => {
      if (route !== 'POST /v1/checkout/sessions') return this.otherFaults.shift() ?? null
      const fault = this.createFaults.shift() ?? null
      // Stripe does not refuse what it has answered before.
      const isUsed = [...this.checkouts.values()].some((checkout) => checkout.key === key)
      const isLost = fault === 'lost' || fault === 'lost after'
      return isLost || !(isUsed || this.#stripe.spentKeys.has(key ?? '')) ? fault : null
    }
  }

  /** Takes the events of a checkout, from the one with a number. */
  #record({ id: sessionId, events }: Checkout, from: number): void {
    for (const { id, type, created, data } of events.slice(from)) {
      const object = data.object as Record<string, unknown>
      const entry = { id, createdAt: created * 1000, type, sessionId, object }
      this.events.push(entry)
      this.history.push(entry)
    }
  }

  checkout(id: string): Checkout {
    const checkout = this.checkouts.get(id)
    if (!checkout) throw new Error(`There is no checkout ${id}.`)
    return checkout
  }

  /** What a buyer, a bank or the seller in the dashboard does. @param cents of a refund; by default, all that is left */
  async act({ id }: Checkout, action: Action, cents?: number): Promise<void> {
    await this.#stripe.act(id, action, { cents })
  }

  /** Expires the sessions whose time is over, and creates their events. */
  async tick(): Promise<void> {
    for (const checkout of this.checkouts.values())
      if (checkout.status === 'open' && checkout.expiresAt <= this.#now()) await this.act(checkout, 'expire')
  }

  /** An event as a webhook delivers it. @param key another one is a forgery */
  signed({ id, type, object, createdAt }: MarketEvent, key?: string) {
    return this.#stripe.signed(
      { id, type, created: createdAt / 1000, livemode: false, data: { object } },
      key,
    )
  }

  /** The adapter of one process of the shop, which loses its power before or after a request. It records the calls. */
  connect(power: Power): PaymentProvider {
    const { server } = this.#stripe.access
    const adapter = this.#stripe.connect({
      async server(request) {
        power.mark()
        const response = await server(request)
        power.mark()
        return response
      },
    })
    return {
      ...adapter,
      createSession: async (request, key) => {
        const {
          client_reference_id,
          customer_email: email,
          metadata,
          line_items,
          ...rest
        } = JSON.parse(request)
        const orderId: string = client_reference_id
        const cents = line_items[0].price_data.unit_amount
        const expiresAt = rest.expires_at * 1000
        this.calls.push({ kind: 'create', orderId, email, place: metadata.buyer_name, cents, expiresAt })
        await this.tick()
        try {
          const session = await adapter.createSession(request, key)
          this.calls.push({ kind: 'created', orderId, checkout: this.checkout(session.id) })
          return session
        } catch (error) {
          if (error instanceof ProviderError)
            this.calls.push({ kind: 'not created', orderId, isFinal: error.definite || error.keySpent })
          throw error
        }
      },
      findSession: async (id) => {
        await this.tick()
        const session = await adapter.findSession(id)
        if (session) this.calls.push({ kind: 'found', checkout: this.checkout(id) })
        return session
      },
      expireSession: async (id) => {
        await adapter.expireSession(id)
        this.calls.push({ kind: 'ended', checkout: this.checkout(id) })
      },
      findSale: async (of) => {
        try {
          return await adapter.findSale(of)
        } catch (error) {
          // Without the sale of its lost order, a listed event changes nothing.
          if (this.calls.at(-1)?.kind === 'listed') this.calls.pop()
          throw error
        }
      },
      listEvents: (since) => this.#recordListed(adapter.listEvents(since)),
    }
  }

  async *#recordListed(pages: AsyncIterable<ListedEvent[]>): AsyncGenerator<ListedEvent[]> {
    for await (const page of pages)
      yield page.map((listed) => ({
        ...listed,
        read: async () => {
          const read = await listed.read()
          const event = this.history.find(({ id }) => id === listed.id)
          if (event) this.calls.push({ kind: 'listed', event, checkout: this.checkout(event.sessionId) })
          return read
        },
      }))
  }
}
