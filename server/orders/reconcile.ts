import { checkOrder, unsettledOrders } from './check-order.ts'
import type { EventDependencies } from './events.ts'
import { findOrder } from './find-orders.ts'
import { type ShownStatus, shownStatus } from './state.ts'

/**
 * Asks the provider about every unsettled order now, even if the sweep has just asked.
 * @returns the status of each order before and after; `error` if the provider did not answer
 */
export async function reconcile(
  deps: EventDependencies,
): Promise<{ id: string; before: ShownStatus; after: ShownStatus; error?: unknown }[]> {
  const results = []
  for (const order of await unsettledOrders(deps)) {
    const failure = await checkOrder(deps, order).then(
      () => ({}),
      (error: unknown) => ({ error }),
    )
    const after = await findOrder(deps.database, order.id)
    results.push({ id: order.id, before: shownStatus(order), after: shownStatus(after), ...failure })
  }
  return results
}
