import { type SqlBool, sql } from 'kysely'
import type { Order } from '../database/schema.ts'
import { ProviderError, type Session } from '../payments/provider.ts'
import { applyEvent, type EventDependencies, ownEvent } from './events.ts'
import { applyObservation } from './observation.ts'
import { inMode } from './seats.ts'
import { requestSession } from './session.ts'

/**
 * Orders of which the provider has more to tell, for `where`: the open ones, and those whose payment only a refund or
 * a dispute has told of so far, so that nobody has a receipt. Its words are those of the partial index `orders_unsettled`,
 * which makes the question cheap: databases compare the conditions, and a parameter would not be equal to a constant.
 */
export const isUnsettled = sql<SqlBool>`(status = 'open' or (status in ('paid', 'disputed') and paid_at is null))`

/** All of them in one payment mode, oldest first. */
export const unsettledOrders = ({ database, payments }: Pick<EventDependencies, 'database' | 'payments'>) =>
  database
    .selectFrom('orders')
    .selectAll()
    .where(isUnsettled)
    .where(inMode(payments))
    .orderBy('created_at')
    .execute()

/**
 * How long after its expiry an order without any answer from the provider counts as expired, in ms. Its page
 * stops taking money at the expiry that the provider was given; the hour covers clocks that differ.
 */
const grace = 3_600_000

/**
 * Asks the provider how an unsettled order stands and applies the answer as if its event had come. One that is past
 * its expiry is ended at the provider first, so that its seat is sold again only when nobody can pay it.
 * @throws ProviderError when the provider did not answer; the order stays as it is
 */
export async function checkOrder(deps: EventDependencies, order: Order): Promise<void> {
  const over = deps.now() > order.expires_at
  // Nobody was given the address of a session that never came, so before the expiry there is nothing to ask.
  if (!order.session_id && !over) return

  let session: Session | null
  try {
    session = await sessionOf(deps, order)
    if (session?.status === 'open' && over) {
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

/** @returns null when there is none and never will be */
async function sessionOf(deps: EventDependencies, order: Order): Promise<Session | null> {
  if (order.session_id) return deps.payments.findSession(order.session_id)
  try {
    return await requestSession(deps, order)
  } catch (error) {
    if (error instanceof ProviderError && error.definite) return null
    throw error
  }
}

async function expireUnknown(deps: EventDependencies, order: Order): Promise<void> {
  const unknown = ownEvent(deps, {
    type: 'observed.unknown',
    effect: { kind: 'expired' },
    orderId: order.id,
    key: `order:${order.id}:expired`,
  })
  await applyEvent(deps, unknown, '{}')
}
