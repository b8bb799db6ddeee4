import { type ListedEvent, type PaymentProvider, ProviderError } from '../../server/payments/provider.ts'
import { type Checkout, type SandboxEvent, sessionIdOf } from '../../server/payments/sandbox/checkout.ts'
import { openStripe } from '../support/stripe.ts'
import type { FaultName } from '../support/stripe-faults.ts'
import type { Power } from './power.ts'

/** How a request for a session fails. `saved`: with an error that the provider repeats each time the idempotency key is used. */
export const faults = ['refused', 'lost', 'lost after', 'saved', 'saved after'] as const satisfies FaultName[]

/** The shop's requests and the answers, in order. */
export type Call =
  | { kind: 'create'; orderId: string; email: string; place: string; cents: number; expiresAt: number }
  | { kind: 'created'; orderId: string; checkout: Checkout }
  | { kind: 'not created'; orderId: string; isFinal: boolean }
  | { kind: 'found'; checkout: Checkout }
  | { kind: 'ended'; checkout: Checkout }
  | { kind: 'listed'; event: SandboxEvent; checkout: Checkout }

/** The order that a checkout is for. */
export const orderIdOf = ({ request }: Checkout): string => request.client_reference_id ?? ''

/** The session that an event is about, or whose payment it is about. */
export function sessionOf({ data }: SandboxEvent): string {
  const { id, payment_intent: payment } = data.object as { id: string; payment_intent?: string | null }
  return sessionIdOf(payment ?? id)
}

export type Market = ReturnType<typeof openMarket>

/**
 * Stripe for tests with the buyers and their banks. A crash of the shop does not affect it. It fails only when a step says so. Ids
 * are numbers, so that a seed repeats exactly.
 */
export function openMarket(now: () => number) {
  let numbers = 0
  const stripe = openStripe({ now, newId: (prefix) => `${prefix}_${++numbers}` })
  const { checkouts, checkout } = stripe
  const calls: Call[] = []

  /** All events, oldest first. */
  function history(): SandboxEvent[] {
    const number = ({ id }: SandboxEvent) => Number(id.replace('evt_', ''))
    return [...checkouts.values()].flatMap(({ events }) => events).sort((a, b) => number(a) - number(b))
  }
  /** Expires the sessions whose time is over, and creates their events. */
  async function tick(): Promise<void> {
    for (const { id, status, expiresAt } of checkouts.values())
      if (status === 'open' && expiresAt <= now()) await stripe.act(id, 'expire')
  }
  async function* recordListed(pages: AsyncIterable<ListedEvent[]>): AsyncGenerator<ListedEvent[]> {
    for await (const page of pages)
      yield page.map((listed) => ({
        ...listed,
        read: async () => {
          const read = await listed.read()
          const event = history().find(({ id }) => id === listed.id)
          if (event) calls.push({ kind: 'listed', event, checkout: checkout(sessionOf(event)) })
          return read
        },
      }))
  }

  const market = Object.assign(stripe, {
    calls,
    /** The faults of the next requests for sessions, and of the next other requests. Null: the request succeeds. */
    createFaults: [] as (FaultName | null)[],
    otherFaults: [] as (FaultName | null)[],
    /** Ids of the events that the shop has accepted, and of those that never arrive. */
    done: new Set<string>(),
    /** The other events, oldest first. */
    waiting: () => history().filter(({ id }) => !market.done.has(id)),
    tick,

    /** The adapter of one process of the shop, which loses its power before or after a request. It records the calls. */
    connectWith(power: Power): PaymentProvider {
      const adapter = stripe.connect({
        async server(request) {
          power.mark()
          const response = await stripe.access.server(request)
          power.mark()
          return response
        },
      })
      return {
        ...adapter,
        createSession: async (request, key) => {
          const { client_reference_id, customer_email: email, ...rest } = JSON.parse(request)
          const orderId: string = client_reference_id
          const cents = rest.line_items[0].price_data.unit_amount
          const expiresAt = rest.expires_at * 1000
          calls.push({ kind: 'create', orderId, email, place: rest.metadata.buyer_name, cents, expiresAt })
          await tick()
          try {
            const session = await adapter.createSession(request, key)
            calls.push({ kind: 'created', orderId, checkout: checkout(session.id) })
            return session
          } catch (error) {
            if (error instanceof ProviderError)
              calls.push({ kind: 'not created', orderId, isFinal: error.definite || error.keySpent })
            throw error
          }
        },
        findSession: async (id) => {
          await tick()
          const session = await adapter.findSession(id)
          if (session) calls.push({ kind: 'found', checkout: checkout(id) })
          return session
        },
        expireSession: async (id) => {
          await adapter.expireSession(id)
          calls.push({ kind: 'ended', checkout: checkout(id) })
        },
        findSale: async (of) => {
          try {
            return await adapter.findSale(of)
          } catch (error) {
            // Without the sale of its lost order, a listed event changes nothing.
            if (calls.at(-1)?.kind === 'listed') calls.pop()
            throw error
          }
        },
        listEvents: (since) => recordListed(adapter.listEvents(since)),
      }
    },
  })
  market.faultOf = (route, key) => {
    if (route !== 'POST /v1/checkout/sessions') return market.otherFaults.shift() ?? null
    const fault = market.createFaults.shift() ?? null
    // Stripe does not refuse what it has answered before.
    const isUsed = [...checkouts.values()].some((made) => made.key === key)
    const isLost = fault === 'lost' || fault === 'lost after'
    return isLost || !(isUsed || stripe.spentKeys.has(key ?? '')) ? fault : null
  }
  return market
}
