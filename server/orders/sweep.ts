import pLimit from 'p-limit'
import type { Order } from '../database/schema.ts'
import type { Shop } from '../dependencies.ts'
import { inMode } from '../payments/payment-mode.ts'
import { ProviderError } from '../payments/provider.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { checkOrder, isUnsettled } from './check-order.ts'
import { hasPaidAnother } from './paid-twice.ts'

const minute = 60_000

/** The age of an order at its first check, in ms. By then most events have arrived. */
const firstCheck = 2 * minute
/** The longest gap between checks while a checkout can be paid, in ms, so that a lost payment is found within 5 minutes. */
const longestOpenGap = 4 * minute
/** The longest gap between checks after the checkout has ended, for example while a bank confirms. In ms. */
const longestGap = 6 * 60 * minute
/** How long after its expiry a provider may still take to end a session, in ms. The order holds its seat until then. */
export const afterExpiry = minute
/** The shortest gap between two checks for returning buyers, in ms. Buyers may open the return address many times. */
const leastGap = 10_000
/** An id as providers write them. Postgres refuses text with a null character, and anybody can send one. */
export const sessionIdShape = /^[\w-]{1,255}$/

/** How many orders are checked at the same time. */
const simultaneousChecks = 8
/** The most orders that one sweep checks. If each answer takes a quarter of a second, they take 15 seconds. */
const mostPerSweep = 480
/** After this many orders in a row without an answer, the provider counts as down, and the sweep ends. */
const mostFailures = 3
/** The pause between two sweeps, in ms. */
const pauseMs = minute / 4

/** The fields that decide when an order is checked. */
const checkFields = ['id', 'created_at', 'checked_at', 'expires_at'] as const
type Due = Pick<Order, (typeof checkFields)[number]>

/**
 * When the shop next asks the provider about an unsettled order, in ms since 1970: 2 minutes after the order was created, then
 * every 2 to 4 minutes, and once just after its checkout has ended. After that, each gap is as long as the order is old, at
 * most 6 hours.
 */
export function nextCheck(order: Omit<Due, 'id'>): number {
  const { created_at, checked_at, expires_at } = order
  if (checked_at === null) return created_at + firstCheck
  const end = expires_at + afterExpiry
  const age = Math.max(checked_at - created_at, firstCheck)
  return checked_at < end
    ? Math.min(checked_at + Math.min(age, longestOpenGap), end)
    : checked_at + Math.min(age, longestGap)
}

/** The orders to check now. A buyer who has paid another order must not pay this one, too, so its session ends at once. */
async function dueOrders(deps: Shop): Promise<Due[]> {
  const now = deps.now()
  const unsettled = await deps.database
    .selectFrom('orders')
    .select(checkFields)
    .select((order) => hasPaidAnother(order).as('must_end'))
    .where(isUnsettled)
    .where(inMode(deps.payments))
    .execute()
  return unsettled
    .filter((order) => order.must_end || nextCheck(order) <= now)
    .sort((a, b) => nextCheck(a) - nextCheck(b))
    .slice(0, mostPerSweep)
}

/**
 * Asks the provider about the unsettled orders that are due, because their events may never come. It asks about several orders
 * at the same time. An order without an answer is logged and checked later. If the provider is down, the sweep ends, and the
 * other orders stay due.
 * @param signal if it is aborted, no further check starts
 */
export async function sweepOnce(deps: Shop, signal?: AbortSignal): Promise<void> {
  let failures = 0
  const limit = pLimit(simultaneousChecks)
  const due = await dueOrders(deps)
  // Wait for all, also after an error. Otherwise, checks would still run when the sweep has ended and the database is closed.
  const checks = await Promise.allSettled(
    due.map((order) =>
      limit(async () => {
        if (signal?.aborted || failures >= mostFailures) return
        failures = (await check(deps, order)) ? 0 : failures + 1
      }),
    ),
  )
  if (failures >= mostFailures) deps.log.warn('sweep.stopped')
  const broken = checks.find(({ status }) => status === 'rejected')
  if (broken) throw (broken as PromiseRejectedResult).reason
}

/**
 * Asks the provider at once when a buyer comes back from the checkout, unless the order is settled or was just checked.
 * Never rejects: the sweep asks again later.
 * @param sessionId from the address of a request, so it may be any text
 */
export async function checkReturningBuyer(deps: Shop, sessionId: string): Promise<void> {
  if (!sessionIdShape.test(sessionId)) return
  try {
    const order = await deps.database
      .selectFrom('orders')
      .select(checkFields)
      .where('session_id', '=', sessionId)
      .where(isUnsettled)
      .where(inMode(deps.payments))
      .executeTakeFirst()
    if (order && (order.checked_at ?? 0) + leastGap <= deps.now()) await check(deps, order)
  } catch (error) {
    deps.log.error('sweep.failed', { error })
  }
}

/**
 * Checks an order, unless another machine or request has started a check since the order was read. One conditional update
 * decides, so two machines or a thousand visits ask only once. It stores the time before the check, so that the shop does not
 * ask a hanging provider again at once.
 * @returns false when the provider did not answer
 */
async function check(deps: Shop, seen: Due): Promise<boolean> {
  const order = await deps.database
    .updateTable('orders')
    .set({ checked_at: deps.now() })
    .where('id', '=', seen.id)
    .where('checked_at', seen.checked_at === null ? 'is' : '=', seen.checked_at)
    .where(isUnsettled)
    .returningAll()
    .executeTakeFirst()
  if (!order) return true
  try {
    await checkOrder(deps, order)
    return true
  } catch (error) {
    deps.log.warn('sweep.no_answer', { order: order.id, error })
    // A refusal is an answer, too: the provider is up.
    return error instanceof ProviderError && error.definite
  }
}

/** Sweeps at once and then repeatedly; `stop` resolves when the running checks are done. */
export function startSweep(deps: Shop): Loop {
  return startLoop((signal) => sweepOnce(deps, signal), {
    pauseMs,
    log: deps.log,
    event: 'sweep.failed',
  })
}
