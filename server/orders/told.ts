import type { Kysely } from 'kysely'
import type { Schema, StoredEvent } from '../database/schema.ts'
import type { Effect } from '../payments/provider.ts'
import { disputeRank } from './state.ts'

/** What the provider has told of an order so far, of one kind; of one object when its keys' beginning is given. */
async function effectsOf<K extends Effect['kind']>(
  database: Kysely<Schema>,
  orderId: string,
  kind: K,
  keyPrefix = '',
): Promise<Extract<Effect, { kind: K }>[]> {
  const events = await database
    .selectFrom('events')
    .select(['effect', 'effect_key'])
    .where('order_id', '=', orderId)
    .where('effect', 'is not', null)
    .execute()
  return events
    .filter((event) => (event.effect_key ?? '').startsWith(keyPrefix))
    .map((event): Effect => JSON.parse(event.effect ?? ''))
    .filter((effect): effect is Extract<Effect, { kind: K }> => effect.kind === kind)
}

/** How many refunds of an order were told, and how many of them failed. Neither ever becomes less. */
export async function refundsTold(
  database: Kysely<Schema>,
  orderId: string,
): Promise<{ refunds: number; failedRefunds: number }> {
  const told = await effectsOf(database, orderId, 'refunded')
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
  orderId: string,
  event: Pick<StoredEvent, 'effect_key'>,
  effect: Effect,
): Promise<boolean> {
  if (effect.kind === 'refunded') {
    const told = await refundsTold(database, orderId)
    return told.refunds > effect.refunds || told.failedRefunds > effect.failedRefunds
  }
  if (effect.kind === 'dispute' && event.effect_key) {
    const ofDispute = event.effect_key.slice(0, -effect.state.length)
    const told = await effectsOf(database, orderId, 'dispute', ofDispute)
    return told.some(({ state }) => disputeRank[state] > disputeRank[effect.state])
  }
  return false
}
