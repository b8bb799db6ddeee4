import { type SqlBool, sql } from 'kysely'
import type { Order } from '../database/schema.ts'
import type { Shop } from '../dependencies.ts'
import { inMode } from '../payments/payment-mode.ts'
import { ProviderError, type Session } from '../payments/provider.ts'
import { applyEvent, ownEvent } from './events.ts'
import { applyObservation } from './observation.ts'
import { hasPaidAnother } from './paid-twice.ts'
import { requestSession } from './session.ts'

/**
 * A `where` condition for unsettled orders: the open ones, and those whose payment is known only from a refund or a dispute,
 * so that no receipt was sent. Keep its text the same as that of the partial index `orders_unsettled`: databases use the
 * index only for an equal condition, without parameters.
 */
export const isUnsettled = sql<SqlBool>`(status = 'open' or (status in ('paid', 'disputed') and paid_at is null))`

/** All unsettled orders in one payment mode, oldest first. */
export const unsettledOrders = ({ database, payments }: Shop) =>
  database
    .selectFrom('orders')
    .selectAll()
    .where(isUnsettled)
    .where(inMode(payments))
    .orderBy('created_at')
    .execute()

/**
 * If the provider does not answer, an order counts as expired this long after its expiry, in ms. The payment page takes no
 * money after the expiry. The hour allows for clocks that differ.
 */
const grace = 3_600_000

/**
 * Asks the provider for the state of an unsettled order and applies the answer as if its event had come. If the order is
 * past its expiry, ends its session at the provider first, so that its seat is sold again only when nobody can pay it. It also
 * ends the session of a buyer who has paid another order since. A session that is paid meanwhile counts as paid.
 * @throws ProviderError if the provider did not answer. The order does not change
 */
export async function checkOrder(deps: Shop, order: Order): Promise<void> {
  const isOver = deps.now() > order.expires_at
  // Nobody can have paid an order without a session. Before its expiry, a checkout may still request the session.
  if (!order.session_id && !isOver) return

  let session: Session | null
  try {
    session = await sessionOf(deps, order)
    if (session?.status === 'open' && (isOver || (await mustEnd(deps, order)))) {
      await deps.payments.expireSession(session.id)
      session = await deps.payments.findSession(session.id)
    }
  } catch (error) {
    if (order.session_id || deps.now() <= order.expires_at + grace) throw error
    session = null
  }
  if (session) await applyObservation(deps, order, session)
  else if (deps.now() > order.expires_at + grace) await expireUnknown(deps, order)
}

async function mustEnd({ database }: Shop, { id }: Order): Promise<boolean> {
  const order = database.selectFrom('orders').select('id').where('id', '=', id).where(hasPaidAnother)
  return (await order.executeTakeFirst()) !== undefined
}

/** @returns null if there is no session and never will be */
async function sessionOf(deps: Shop, order: Order): Promise<Session | null> {
  if (order.session_id) return deps.payments.findSession(order.session_id)
  try {
    return await requestSession(deps, order)
  } catch (error) {
    if (error instanceof ProviderError && error.definite) return null
    throw error
  }
}

async function expireUnknown(deps: Shop, order: Order): Promise<void> {
  const unknown = ownEvent(deps, {
    type: 'observed.unknown',
    effect: { kind: 'expired' },
    orderId: order.id,
    key: `order:${order.id}:expired`,
  })
  await applyEvent(deps, unknown)
}
