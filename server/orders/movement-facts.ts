import type { Movement } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { storedMode } from '../payments/payment-mode.ts'
import { ProviderError } from '../payments/provider.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { closedUntil } from './closed-months.ts'
import type { EventDependencies } from './events.ts'
import { findOrder } from './order-rows.ts'

const minute = 60_000
/** How long the shop asks for a fee, in ms. Later, the column stays empty. */
const askedFor = 7 * 24 * 60 * minute
/** The most movements of one run. */
const mostPerRun = 50

/**
 * Asks the provider for what its events leave out: the fee of each movement of money, and the country and the tax number of the buyer.
 * It runs apart from the events, so that no buyer waits for it. What the provider does not say, or the key may not read, stays empty.
 * It is asked again after a minute, and then whenever the movement is twice as old.
 * @param signal if it is aborted, no further movement is asked about
 */
export async function fillFacts(deps: EventDependencies, signal?: AbortSignal): Promise<void> {
  const { database, payments, now, log } = deps
  const due = await database
    .selectFrom('movements')
    .selectAll()
    .where((movement) => movement.and(storedMode(payments)))
    .where('ask_at', 'is not', null)
    .where('ask_at', '<=', now())
    .orderBy('ask_at')
    .limit(mostPerRun)
    .execute()
  const problems: ProviderError[] = []
  const silent = (error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    problems.push(error)
    return null
  }
  for (const movement of due) {
    if (signal?.aborted) break
    const { session_id } = await findOrder(database, movement.order_id)
    const buyer =
      movement.type === 'sale' && session_id ? await payments.findBuyer(session_id).catch(silent) : null
    const fee = await payments.findFee(movement).catch(silent)
    await store(deps, movement, fee, buyer)
    // The provider is down. The others stay due.
    if (problems.some(({ definite }) => !definite)) break
  }
  if (problems[0]) log.info('ledger.no_answer', { error: problems[0] })
}

/** Stores the answers, unless the month was exported meanwhile. */
async function store(
  { database, payments, now }: EventDependencies,
  { id, order_id, at, moved_at }: Movement,
  fee: number | null,
  buyer: { country: string | null; taxId: string | null } | null,
): Promise<void> {
  await transaction(database, async (trx) => {
    const isClosed = at < (await closedUntil(trx, payments))
    const age = Math.max(now() - moved_at, minute)
    const isDone = fee !== null || age > askedFor
    await trx
      .updateTable('movements')
      .set({ ask_at: isDone ? null : now() + age, ...(fee !== null && !isClosed && { fee_cents: fee }) })
      .where('id', '=', id)
      .execute()
    if (!buyer || isClosed) return
    await trx
      .updateTable('orders')
      .set({ country: buyer.country, tax_id: buyer.taxId })
      .where('id', '=', order_id)
      .where('erased_at', 'is', null)
      .execute()
  })
}

/** Asks at once and then every 15 seconds. */
export const startFacts = (deps: EventDependencies): Loop =>
  startLoop((signal) => fillFacts(deps, signal), {
    pauseMs: minute / 4,
    failed: (error) => deps.log.error('ledger.failed', { error }),
  })
