import { readProgress, storeProgress } from '../database/progress.ts'
import { modeKey } from '../payments/payment-mode.ts'
import { EventShapeError, type ListedEvent, ProviderError } from '../payments/provider.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { applyEvent, type EventDependencies } from './events.ts'

const minute = 60_000
const hour = 60 * minute

/** Each run also reads this much time before the last run, in ms, because events may be listed late and clocks differ. */
const overlap = hour
/** How long Stripe lists an event, in ms (https://docs.stripe.com/api/events/list). */
const listedFor = 30 * 24 * hour
/** The list is read in parts of this length, in ms, to limit the memory. The first run reads 30 parts. */
const partLength = 24 * hour
/** How long the webhook may take to receive an event, in ms. A younger event is not reported as missing. */
const deliveryTime = 5 * minute

/** The row with the progress of this shop's provider and mode. */
const progressOf = ({ payments }: EventDependencies) => `events:${modeKey(payments)}`

async function lastCatchUp(deps: EventDependencies): Promise<number | null> {
  const at = await readProgress(deps.database, progressOf(deps))
  // A time in the future was stored before the clock was set back, so it cannot be trusted.
  return at !== null && at <= deps.now() ? at : null
}

/**
 * Reads the provider's list of events, day by day, and applies those that never arrived: refunds, disputes, fraud warnings
 * and payments. Several machines may run it at the same time, because each event is applied once by its id.
 * @returns how many events were missing
 * @throws ProviderError if the provider does not answer, or does not let the shop read an event. The next run then starts with
 * the day of that event
 */
export async function catchUp(deps: EventDependencies): Promise<number> {
  const startedAt = deps.now()
  const last = await lastCatchUp(deps)
  let applied = 0
  const refusals: ProviderError[] = []
  let since = Math.max((last ?? 0) - overlap, startedAt - listedFor)
  while (since < startedAt) {
    // The newest part has no end, because new events may be listed while it is read.
    const until = since + partLength < startedAt ? since + partLength : null
    for (const listed of await missingEvents(deps, since, until)) {
      try {
        if (await applyListed(deps, listed)) applied++
      } catch (error) {
        // A refusal, such as a missing permission of the key, affects only this event. The others are applied.
        if (!(error instanceof ProviderError && error.definite)) throw error
        refusals.push(error)
      }
    }
    since = until ?? startedAt
    // The next run asks about refused events again.
    if (refusals.length === 0) await storeProgress(deps.database, progressOf(deps), since)
  }
  if (refusals[0]) throw refusals[0]
  return applied
}

/** The events in a part of the list that never arrived, oldest first. */
async function missingEvents(
  deps: EventDependencies,
  since: number,
  until: number | null,
): Promise<ListedEvent[]> {
  const missing: ListedEvent[] = []
  for await (const page of deps.payments.listEvents(since, until))
    missing.push(...(await withoutKnown(deps, page)))
  // The provider lists the newest event first.
  return missing.reverse()
}

/** Keeps the events that are not stored, or that were stored but not applied, because of the other mode (`storeOtherMode`). */
async function withoutKnown({ database }: EventDependencies, page: ListedEvent[]): Promise<ListedEvent[]> {
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  const rows = await database
    .selectFrom('events')
    .select('id')
    .where('id', 'in', ids)
    .where('outcome', '!=', 'ignored')
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return page.filter(({ id }) => !known.has(id))
}

/** Reads and applies one event. An unreadable event must not block the others. @returns whether the event was missing */
async function applyListed(deps: EventDependencies, listed: ListedEvent): Promise<boolean> {
  try {
    const outcome = await applyEvent(deps, await listed.read(), listed.payload)
    if (outcome !== 'applied') return false
  } catch (error) {
    if (!(error instanceof EventShapeError)) throw error
    deps.log.warn('catch_up.unreadable', { id: listed.id })
    return false
  }
  if (listed.createdAt < deps.now() - deliveryTime) deps.log.warn('catch_up.found', { id: listed.id })
  return true
}

/** Catches up at once and then every hour. After a failure, it tries again in ten minutes. */
export function startCatchUp(deps: EventDependencies): Loop {
  let isFirst = true
  const runOnce = async () => {
    const last = isFirst ? null : await lastCatchUp(deps)
    if (last !== null && deps.now() - last < hour) return
    await catchUp(deps)
    isFirst = false
  }
  return startLoop(runOnce, {
    pauseMs: 10 * minute,
    log: deps.log,
    event: 'catch_up.failed',
  })
}
