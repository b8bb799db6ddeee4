import type { Kysely } from 'kysely'
import type { Order, Schema, StoredEvent } from '../database/schema.ts'
import { type Effect, parseEffect } from '../payments/effect.ts'
import { isStaleDispute } from './state.ts'

/** The effect of a stored event. @throws for an event without one */
export function effectOf(event: Pick<StoredEvent, 'effect'>): Effect {
  if (event.effect === null) throw new Error('The event has no effect.')
  return parseEffect(event.effect)
}

/**
 * When an event happened, in ms since 1970: as the provider says (docs.stripe.com/api/events/object, `created`), and not later than it
 * was stored.
 */
export function timeOf({ payload, created_at }: Pick<StoredEvent, 'payload' | 'created_at'>): number {
  const { created } = JSON.parse(payload)
  const at = Number.isSafeInteger(created) && created > 0 ? created * 1000 : created_at
  return Math.min(at, created_at)
}

/** How many refunds of an order were reported, and how many of them failed. Both numbers only grow. */
async function refundsReported(
  database: Kysely<Schema>,
  orderId: string,
): Promise<{ refunds: number; failedRefunds: number }> {
  const events = await database
    .selectFrom('events')
    .select('effect')
    .where('order_id', '=', orderId)
    .where('effect', 'is not', null)
    .execute()
  const reported = events.map(effectOf).filter((effect) => effect.kind === 'refunded')
  return {
    refunds: Math.max(0, ...reported.map((effect) => effect.refunds)),
    failedRefunds: Math.max(0, ...reported.map((effect) => effect.failedRefunds)),
  }
}

/**
 * Whether an effect is older than one that was already applied. The shop asks the provider for the total of refunds before it
 * waits for the lock of orders. So if two events arrive together, the older total may be applied last. Events of one dispute
 * may arrive in any order.
 */
export async function isStale(
  database: Kysely<Schema>,
  order: Pick<Order, 'id' | 'disputes'>,
  effect: Effect,
): Promise<boolean> {
  if (effect.kind === 'refunded') {
    const reported = await refundsReported(database, order.id)
    return reported.refunds > effect.refunds || reported.failedRefunds > effect.failedRefunds
  }
  return effect.kind === 'dispute' && isStaleDispute(order, effect.disputeId, effect.state)
}
