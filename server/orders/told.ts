import type { Kysely } from 'kysely'
import type { Order, Schema, StoredEvent } from '../database/schema.ts'
import type { Effect } from '../payments/provider.ts'
import { isStaleDispute } from './state.ts'

/** The effect of a stored event. @throws for an event without one */
export function effectOf(event: Pick<StoredEvent, 'effect'>): Effect {
  if (event.effect === null) throw new Error('The event has no effect.')
  return JSON.parse(event.effect)
}

/** How many refunds of an order were told, and how many of them failed. Neither ever becomes less. */
export async function refundsTold(
  database: Kysely<Schema>,
  orderId: string,
): Promise<{ refunds: number; failedRefunds: number }> {
  const events = await database
    .selectFrom('events')
    .select('effect')
    .where('order_id', '=', orderId)
    .where('effect', 'is not', null)
    .execute()
  const told = events.map(effectOf).filter((effect) => effect.kind === 'refunded')
  return {
    refunds: Math.max(0, ...told.map((effect) => effect.refunds)),
    failedRefunds: Math.max(0, ...told.map((effect) => effect.failedRefunds)),
  }
}

/**
 * Whether an effect is older than what was told before it. The provider is asked for the total of refunds before
 * the event's turn comes, so of two that arrive together the older total may be stored last; and events of one
 * dispute come in any order.
 */
export async function isOvertaken(
  database: Kysely<Schema>,
  order: Pick<Order, 'id' | 'disputes'>,
  effect: Effect,
): Promise<boolean> {
  if (effect.kind === 'refunded') {
    const told = await refundsTold(database, order.id)
    return told.refunds > effect.refunds || told.failedRefunds > effect.failedRefunds
  }
  return effect.kind === 'dispute' && isStaleDispute(order, effect.disputeId, effect.state)
}
