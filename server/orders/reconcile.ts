import { checkOrder, unsettledOrders } from './check-order.ts'
import type { EventDependencies } from './events.ts'
import { findOrder } from './order-rows.ts'
import { type ShownStatus, shownStatus } from './state.ts'

/**
 * Asks the provider about every unsettled order now, even if it was asked a moment ago.
 * @returns the status of each one before and after; `error` when the provider did not answer
 */
export async function reconcile(
  deps: EventDependencies,
): Promise<{ id: string; before: ShownStatus; after: ShownStatus; error?: unknown }[]> {
  const found = []
  for (const order of await unsettledOrders(deps)) {
    const failure = await checkOrder(deps, order).then(
      () => ({}),
      (error: unknown) => ({ error }),
    )
    const after = await findOrder(deps.database, order.id)
    found.push({ id: order.id, before: shownStatus(order), after: shownStatus(after), ...failure })
  }
  return found
}
