import type { Kysely } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { type Effect, parseEffect } from '../payments/effect.ts'
import type { ProviderEvent } from '../payments/provider.ts'
import { isStaleDispute } from './state.ts'

/** When an event happened, in ms since 1970: as the provider says, and not later than the shop learned of it. */
export const happenedAt = ({ at }: Pick<ProviderEvent, 'at'>, now: number): number =>
  Number.isSafeInteger(at) && at > 0 ? Math.min(at, now) : now

/** How many refunds of an order were reported, and how many of them failed. Both numbers only grow. */
async function refundsReported(
  database: Kysely<Schema>,
  orderId: string,
): Promise<{ refunds: number; failedRefunds: number }> {
  const events = await database
    .selectFrom('events')
    .select('effect')
    .where('order_id', '=', orderId)
    .execute()
  const reported = events
    .map(({ effect }) => parseEffect(effect))
    .filter((effect) => effect.kind === 'refunded')
  return {
    refunds: Math.max(0, ...reported.map((effect) => effect.refunds)),
    failedRefunds: Math.max(0, ...reported.map((effect) => effect.failedRefunds)),
  }
}

/**
 * Whether an effect is older than one that was already applied. The shop asks the provider for the total of refunds before it
 * waits for the lock of orders. So if two events arrive together, the older total may be applied last. The same is
 * true of a dispute that was decided in between.
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
