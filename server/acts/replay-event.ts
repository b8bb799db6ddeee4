import { transaction } from '../database/transaction.ts'
import { type EventDependencies, matchAgain, type Outcome } from '../orders/events.ts'
import { findEvent } from '../orders/stored-events.ts'

/**
 * Looks for the order of an unmatched event again. An event without an effect is `ignored`. Any other event was already
 * applied, so it is a `duplicate`.
 * @throws ShopError `not_found`
 */
export async function replayEvent(deps: EventDependencies, id: string): Promise<Exclude<Outcome, 'foreign'>> {
  return transaction(deps.database, async (trx) => {
    const stored = await findEvent(trx, id)
    if (stored.outcome === 'ignored') return 'ignored'
    return stored.outcome === 'unmatched' ? matchAgain(trx, deps, stored) : 'duplicate'
  })
}
