import { readProgress, storeProgress } from '../database/progress.ts'
import type { Shop } from '../dependencies.ts'
import { modeKey } from '../payments/payment-mode.ts'
import { EventShapeError, type ListedEvent, ProviderError } from '../payments/provider.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { applyEvent } from './events.ts'

const minute = 60_000
const hour = 60 * minute

/** Each run also reads this much time before the last run, in ms, because events may be listed late and clocks differ. */
const overlap = hour
/** How long Stripe lists an event, in ms (https://docs.stripe.com/api/events/list). */
const listedFor = 30 * 24 * hour
/** How long the webhook may take to receive an event, in ms. A younger event is not reported as missing. */
const deliveryTime = 5 * minute

/** The row with the progress of this shop's provider and mode. */
const progressOf = ({ payments }: Shop) => `events:${modeKey(payments)}`

/**
 * Reads the provider's list of events, and applies those that never arrived: payments, refunds, disputes, fraud warnings. After the
 * restore of a backup, it makes the orders that the backup lacks. Several machines may run it at the same time, because each event is
 * applied once by its id.
 * @param formerHost the host of the shop's former PUBLIC_URL. The whole list is read again, for the sales that name it
 * @returns how many events were missing
 * @throws ProviderError if the provider does not answer, or does not let the shop read an event. The next run reads the same events
 */
export async function catchUp(deps: Shop, formerHost?: string): Promise<number> {
  const startedAt = deps.now()
  const last = formerHost === undefined ? await readProgress(deps.database, progressOf(deps)) : null
  const since = Math.max((last ?? 0) - overlap, startedAt - listedFor)
  const missing: ListedEvent[] = []
  for await (const page of deps.payments.listEvents(since)) missing.push(...(await withoutKnown(deps, page)))
  let applied = 0
  let refusal: ProviderError | undefined
  // The provider lists the newest event first.
  for (const listed of missing.reverse()) {
    try {
      if (await applyListed(deps, listed, formerHost)) applied++
    } catch (error) {
      // A refusal, such as a missing permission of the key, affects only this event. The others are applied.
      if (!(error instanceof ProviderError && error.definite)) throw error
      refusal ??= error
    }
  }
  if (refusal) throw refusal
  await storeProgress(deps.database, progressOf(deps), startedAt)
  return applied
}

async function withoutKnown({ database }: Shop, page: ListedEvent[]): Promise<ListedEvent[]> {
  // Postgres refuses an empty list.
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  const rows = await database.selectFrom('events').select('id').where('id', 'in', ids).execute()
  const known = new Set(rows.map(({ id }) => id))
  return page.filter(({ id }) => !known.has(id))
}

/** Reads and applies one event. An unreadable event must not block the others. @returns whether the event was missing */
async function applyListed(deps: Shop, listed: ListedEvent, formerHost?: string): Promise<boolean> {
  try {
    const outcome = await applyEvent(deps, await listed.read(), formerHost)
    if (outcome !== 'applied') return false
  } catch (error) {
    if (!(error instanceof EventShapeError)) throw error
    deps.log.warn('catch_up.unreadable', { id: listed.id })
    return false
  }
  if (listed.createdAt < deps.now() - deliveryTime) deps.log.warn('catch_up.found', { id: listed.id })
  return true
}

/** Catches up at once and then every hour. */
export function startCatchUp(deps: Shop): Loop {
  return startLoop(() => catchUp(deps), { pauseMs: hour, log: deps.log, event: 'catch_up.failed' })
}
