import type { Order } from '../database/schema.ts'
import { type Loop, startLoop } from '../loop.ts'
import { checkOrder, isUnsettled, unsettledOrders } from './check-order.ts'
import type { EventDependencies } from './events.ts'
import { isOfTill } from './seats.ts'

const minute = 60_000

/** An event that is not here by then is late; most take seconds. */
const firstCheck = 2 * minute
/** An order that stays open, such as one that a bank has to confirm, is asked about ever more rarely. */
const longestGap = 6 * 60 * minute
/** Providers end a session a little after its time. */
const afterExpiry = minute
/** The success page may be opened again and again; the provider is not asked each time. */
const leastGap = 10_000
/** An id as providers write them. Postgres refuses text with a null character, and anybody can send one. */
const sessionIdShape = /^[\w-]{1,255}$/

/**
 * When the provider is asked about an unsettled order next, in ms since 1970: 2 minutes after it was made, then each
 * time after as long again as it has been there, at most 6 hours, and once just after its expiry.
 */
export function nextCheck(order: Pick<Order, 'created_at' | 'checked_at' | 'expires_at'>): number {
  const { created_at, checked_at, expires_at } = order
  if (checked_at === null) return created_at + firstCheck
  const gap = Math.min(Math.max(checked_at - created_at, firstCheck), longestGap)
  const end = expires_at + afterExpiry
  return checked_at < end ? Math.min(checked_at + gap, end) : checked_at + gap
}

/**
 * Asks the provider about every unsettled order that is due, since its event may never come. One that the provider
 * does not answer for is logged and asked about later.
 * @param signal stops between two orders
 */
export async function sweepOnce(deps: EventDependencies, signal?: AbortSignal): Promise<void> {
  for (const order of await unsettledOrders(deps)) {
    if (signal?.aborted) return
    // After the clock was set back: it would be hours until it says again what it said then.
    const isAhead = (order.checked_at ?? order.created_at) > deps.now()
    if (isAhead || nextCheck(order) <= deps.now()) await check(deps, order)
  }
}

/**
 * A buyer has come back to the success page: asks at once, unless the order is settled or was asked about just
 * now. Never rejects, as nobody waits for it.
 * @param sessionId from the page's address, so anything at all
 */
export async function noteReturn(deps: EventDependencies, sessionId: string): Promise<void> {
  if (!sessionIdShape.test(sessionId)) return
  try {
    const order = await deps.database
      .selectFrom('orders')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where(isUnsettled)
      .where(isOfTill(deps.payments))
      .executeTakeFirst()
    if (order && (await claimReturn(deps, order.id))) await ask(deps, order)
  } catch (error) {
    deps.log.error('sweep.failed', { error })
  }
}

/**
 * Notes that the provider is being asked for a buyer who came back. Of any number of visits at once, on any number of
 * machines, one gets true: the update itself decides.
 */
async function claimReturn({ database, now }: EventDependencies, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('orders')
    .set({ checked_at: now() })
    .where('id', '=', orderId)
    .where((order) =>
      order.or([
        order('checked_at', 'is', null),
        order('checked_at', '<=', now() - leastGap),
        // Noted before the clock was set back.
        order('checked_at', '>', now()),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Notes the time before it asks, so that other machines and a provider that hangs do not make it a flood. */
async function check(deps: EventDependencies, order: Order): Promise<void> {
  await deps.database
    .updateTable('orders')
    .set({ checked_at: deps.now() })
    .where('id', '=', order.id)
    .execute()
  await ask(deps, order)
}

async function ask(deps: EventDependencies, order: Order): Promise<void> {
  await checkOrder(deps, order).catch((error) => {
    deps.log.warn('sweep.no_answer', { order: order.id, error })
  })
}

/** Sweeps at once and then every `intervalMs`; `stop` resolves when the order at hand is done. */
export function startSweep(deps: EventDependencies, intervalMs = minute / 2): Loop {
  return startLoop((signal) => sweepOnce(deps, signal), {
    pauseMs: intervalMs,
    failed: (error) => deps.log.error('sweep.failed', { error }),
  })
}
