import type { Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { locks, transaction } from '../database/transaction.ts'
import { type PaymentProvider, ProviderError, type Session } from '../payments/provider.ts'
import { checkAsked } from './amount.ts'
import { applyEventIn, applyUnmatched, type EventDependencies, ownEvent } from './events.ts'

/** Sessions that a provider is being asked for at this moment, by idempotency key. */
const pending = new WeakMap<PaymentProvider, Map<string, Promise<Session>>>()

/** A double click asks once: the provider would refuse the second request while the first one runs. */
function createOnce(payments: PaymentProvider, order: Order): Promise<Session> {
  const running = pending.get(payments) ?? new Map<string, Promise<Session>>()
  pending.set(payments, running)
  const key = order.idempotency_key
  const session =
    running.get(key) ?? payments.createSession(order.request, key).finally(() => running.delete(key))
  running.set(key, session)
  return session
}

/**
 * Asks the provider for the session of an order, with the request and the key that are stored with it, so that
 * asking again after any failure gives the same session, and stores what it answers. When the provider says
 * that there is none and never will be, the order fails and its seat is free again.
 * @param onAnswer called when the provider has answered, before the answer is stored
 * @throws ProviderError
 */
export async function requestSession(
  deps: EventDependencies,
  order: Order,
  onAnswer: () => void = () => {},
): Promise<Session> {
  try {
    const session = await createOnce(deps.payments, order)
    onAnswer()
    await checkAsked(deps, order, session)
    if (await storeSession(deps, order.id, session)) return session
    await deps.payments.expireSession(session.id)
    return { ...session, status: 'expired', url: null }
  } catch (error) {
    if (error instanceof ProviderError && isFinal(error)) await failOrder(deps, order.id, error)
    throw error
  }
}

/** Whether no session can come of an order any more, so that nobody can pay it. */
export const isFinal = (error: ProviderError): boolean => error.definite || error.keySpent

/**
 * @returns false when the order was given up meanwhile, by another process that was refused: its seat may be
 * somebody else's by now, so nobody may pay this session
 */
async function storeSession(deps: EventDependencies, orderId: string, session: Session): Promise<boolean> {
  const store = async (trx: Transaction<Schema>) => {
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    if (order.status === 'failed' || order.status === 'expired') return false
    if (order.checkout_url === null) {
      const known = { session_id: session.id, checkout_url: session.url }
      await trx.updateTable('orders').set(known).where('id', '=', orderId).execute()
      await applyUnmatched(trx, deps, { ...order, ...known })
    }
    return true
  }
  return transaction(deps.database, store, locks.ownOrder)
}

async function failOrder(deps: EventDependencies, orderId: string, cause: ProviderError): Promise<void> {
  await transaction(deps.database, async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orderId)
      // Another process may have got the session: then this failure was its own, not the order's.
      .where('session_id', 'is', null)
      .executeTakeFirst()
    if (!order) return
    const refused = ownEvent(deps, {
      type: 'observed.refused',
      effect: { kind: 'payment_failed' },
      orderId,
      key: `order:${orderId}:refused`,
    })
    await applyEventIn(trx, deps, refused, JSON.stringify({ message: cause.message }))
  })
  deps.log.warn('order.refused', { order: orderId, error: cause })
}
