import { AsyncLocalStorage } from 'node:async_hooks'
import { type ListedEvent, type PaymentProvider, ProviderError } from '../../server/payments/provider.ts'
import type { Fault as RequestFault } from '../support/stripe-faults.ts'
import type { Fault, Market } from './market.ts'
import type { Power } from './power.ts'

const requestFaults: Record<Fault, RequestFault> = {
  refused: { status: 400, error: { type: 'invalid_request_error', message: 'refused' } },
  'lost-before': 'drop-before',
  'lost-after': 'drop-after',
  saved: '500-saved',
  'saved-after': '500-saved-after',
}

/**
 * Stripe's adapter for one process of the shop, with the sandbox behind it. It does not answer after a power cut. The faults
 * belong to calls of the adapter: the first request of a call has the fault, and calls run at the same time.
 */
export function connectProvider(market: Market, power: Power): PaymentProvider {
  /** The faults of the requests of the current call. */
  const currentCall = new AsyncLocalStorage<{ take: () => Fault | null }>()
  market.takeFault = () => {
    const fault = currentCall.getStore()?.take() ?? null
    return fault && requestFaults[fault]
  }

  function withFirst<T>(first: () => Fault | null, call: () => Promise<T>): Promise<T> {
    let isTaken = false
    const take = () => {
      if (isTaken) return null
      isTaken = true
      return first()
    }
    return currentCall.run({ take }, call)
  }
  const other = <T>(call: () => Promise<T>) => withFirst(() => market.otherFaults.shift() ?? null, call)

  const adapter = market.connect()

  return {
    ...adapter,
    async createSession(request, key) {
      power.mark()
      const {
        client_reference_id,
        customer_email: email,
        metadata,
        line_items,
        expires_at,
      } = JSON.parse(request)
      const orderId: string = client_reference_id
      const cents = line_items[0].price_data.unit_amount
      const place = metadata.buyer_name
      market.calls.push({ kind: 'create', orderId, email, place, cents, expiresAt: expires_at * 1000 })
      market.tick()
      const planned = market.createFaults.shift() ?? null
      // Stripe neither refuses nor saves again what it has answered before.
      const fault = market.isUsed(key) && planned && !planned.startsWith('lost') ? null : planned
      try {
        const session = await withFirst(
          () => fault,
          () => adapter.createSession(request, key),
        )
        market.calls.push({ kind: 'created', orderId, checkout: market.checkout(session.id) })
        power.mark()
        return session
      } catch (error) {
        if (error instanceof ProviderError)
          market.calls.push({ kind: 'not created', orderId, isFinal: error.definite || error.keySpent })
        throw error
      }
    },
    async findSession(id) {
      power.mark()
      market.tick()
      const session = await other(() => adapter.findSession(id))
      if (session) market.calls.push({ kind: 'found', checkout: market.checkout(id) })
      power.mark()
      return session
    },
    async expireSession(id) {
      power.mark()
      await other(() => adapter.expireSession(id))
      power.mark()
      market.calls.push({ kind: 'ended', checkout: market.checkout(id) })
    },
    async readEvent(body, headers) {
      power.mark()
      return other(() => adapter.readEvent(body, headers))
    },
    async findSale(of) {
      power.mark()
      try {
        return await other(() => adapter.findSale(of))
      } catch (error) {
        // Without the sale of its lost order, a listed event changes nothing.
        if (market.calls.at(-1)?.kind === 'listed') market.calls.pop()
        throw error
      }
    },
    async *listEvents(since) {
      power.mark()
      const pages = adapter.listEvents(since)[Symbol.asyncIterator]()
      for (;;) {
        const page = await other(() => pages.next())
        if (page.done) return
        yield page.value.map(
          (event: ListedEvent): ListedEvent => ({
            ...event,
            async read() {
              power.mark()
              const read = await other(() => event.read())
              const entry = market.history.find(({ id }) => id === event.id)
              if (entry)
                market.calls.push({
                  kind: 'listed',
                  event: entry,
                  checkout: market.checkout(entry.sessionId),
                })
              return read
            },
          }),
        )
      }
    },
    async check() {},
  }
}
