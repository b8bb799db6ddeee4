import type { Kysely } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import type { Effect } from '../payments/effect.ts'
import type { ProviderEvent } from '../payments/provider.ts'
import { isStaleDispute } from './state.ts'

/** When an event happened, in ms since 1970: as the provider says, and not later than the shop learned of it. */
export const happenedAt = ({ at }: Pick<ProviderEvent, 'at'>, now: number): number =>
  Number.isSafeInteger(at) && at > 0 ? Math.min(at, now) : now

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
    const events = database.selectFrom('events').select('effect').where('order_id', '=', order.id)
    const known = (await events.execute()).map((event): Effect => JSON.parse(event.effect))
    // The numbers of refunds and of failed refunds only grow.
    return known.some(
      (other) =>
        other.kind === 'refunded' &&
        (other.refunds > effect.refunds || other.failedRefunds > effect.failedRefunds),
    )
  }
  return effect.kind === 'dispute' && isStaleDispute(order, effect.disputeId, effect.state)
}
