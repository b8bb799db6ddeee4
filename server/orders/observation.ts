import type { Order } from '../database/schema.ts'
import type { Shop } from '../dependencies.ts'
import type { Effect } from '../payments/effect.ts'
import type { Session } from '../payments/provider.ts'
import { applyEvent, type Outcome, ownEvent } from './events.ts'

/** The effect of a session's state on its order, and the provider's name for that state; null while it is open. */
function meaningOf(session: Session): { effect: Effect; state: string } | null {
  if (session.failed) return { effect: { kind: 'payment_failed' }, state: 'failed' }
  if (session.status === 'complete') {
    const { paid, totalCents, taxCents, discountCents, currency } = session
    return {
      effect: { kind: 'completed', paid, totalCents, taxCents, discountCents, currency },
      state: paid ? 'paid' : 'unpaid',
    }
  }
  return session.status === 'expired' ? { effect: { kind: 'expired' }, state: 'expired' } : null
}

/**
 * Applies the provider's answer about a session as if its event had come. The event's id is made from the answer, so the same
 * answer again is a duplicate. If the real event comes later, it changes nothing.
 * @returns null while the session is open
 */
export async function applyObservation(deps: Shop, order: Order, session: Session): Promise<Outcome | null> {
  const meaning = meaningOf(session)
  if (!meaning) return null
  const { id: sessionId, paymentId, payerEmail } = session
  const observed = ownEvent(deps, {
    type: `observed.${meaning.state}`,
    effect: meaning.effect,
    orderId: order.id,
    key: `session:${sessionId}:${meaning.state}`,
  })
  return applyEvent(deps, { ...observed, sessionId, paymentId, payerEmail })
}
