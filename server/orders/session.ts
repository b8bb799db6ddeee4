import type { Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { locks, transaction } from '../database/transaction.ts'
import type { Shop } from '../dependencies.ts'
import { redact } from '../log/redact.ts'
import { type PaymentProvider, ProviderError, type Session } from '../payments/provider.ts'
import { checkSessionAmount } from './amount.ts'
import { applyEventIn, ownEvent } from './events.ts'
import { findOrder, readOrder } from './find-orders.ts'
import { updateOrder } from './order-rows.ts'

/** Session requests in flight, by idempotency key. */
const inFlight = new WeakMap<PaymentProvider, Map<string, Promise<Session>>>()

/** Creates a session. A double click sends one request, because the provider would refuse a second one at the same time. */
function createOnce(payments: PaymentProvider, order: Order): Promise<Session> {
  const requests = inFlight.get(payments) ?? new Map<string, Promise<Session>>()
  inFlight.set(payments, requests)
  const key = order.idempotency_key
  const session =
    requests.get(key) ?? payments.createSession(order.request, key).finally(() => requests.delete(key))
  requests.set(key, session)
  return session
}

/**
 * Asks the provider for the session of an order and stores it. The request and the idempotency key are stored with the
 * order, so a retry after any failure gets the same session. If the provider's refusal is final, the order fails and its seat
 * is free again.
 * @param onAnswer called when the provider has answered, before the answer is stored
 * @throws ProviderError
 */
export async function requestSession(
  deps: Shop,
  order: Order,
  onAnswer: () => void = () => {},
): Promise<Session> {
  try {
    const session = await createOnce(deps.payments, order)
    onAnswer()
    await checkSessionAmount(deps, order, session)
    if (await storeSession(deps, order.id, session)) return session
    await deps.payments.expireSession(session.id)
    return { ...session, status: 'expired', url: null }
  } catch (error) {
    if (error instanceof ProviderError && isFinal(error)) await failOrder(deps, order.id, error)
    throw error
  }
}

/** Whether a retry cannot help, so that the order never gets a session and nobody can pay it. */
export const isFinal = (error: ProviderError): boolean => error.definite || error.keySpent

/**
 * @returns false if the order has ended meanwhile, because the provider refused the request of another process. Its seat may be
 * sold again, so nobody may pay this session
 */
async function storeSession(deps: Shop, orderId: string, session: Session): Promise<boolean> {
  const store = async (trx: Transaction<Schema>) => {
    const order = await findOrder(trx, orderId)
    if (order.status === 'failed' || order.status === 'expired') return false
    if (order.checkout_url === null) {
      await updateOrder(trx, orderId, { session_id: session.id, checkout_url: session.url })
    }
    return true
  }
  return transaction(deps.database, store, locks.ownOrder)
}

/** The longest reason of a refusal that is stored, in characters. */
const longestReason = 500

async function failOrder(deps: Shop, orderId: string, cause: ProviderError): Promise<void> {
  await transaction(deps.database, async (trx) => {
    const order = await readOrder(trx, orderId)
    // Another process may have received the session. Then the order has not failed.
    if (!order || order.session_id !== null) return
    const refused = ownEvent(deps, {
      type: 'observed.refused',
      effect: { kind: 'payment_failed', reason: redact(cause.message).slice(0, longestReason) },
      orderId,
      key: `order:${orderId}:refused`,
    })
    await applyEventIn(trx, deps, refused)
  })
  deps.log.warn('order.refused', { order: orderId, error: cause })
}
