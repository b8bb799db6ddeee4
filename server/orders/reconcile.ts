import type { OrderStatus } from '../database/schema.ts'
import { checkOrder, unsettledOrders } from './check-order.ts'
import type { EventDependencies } from './events.ts'
import { findOrder } from './order-rows.ts'

/**
 * Asks the provider about every unsettled order now, however recently it was asked.
 * @returns the status of each one before and after; `error` when the provider did not answer
 */
export async function reconcile(
  deps: EventDependencies,
): Promise<{ id: string; before: OrderStatus; after: OrderStatus; error?: unknown }[]> {
  const found = []
  for (const order of await unsettledOrders(deps)) {
    const failure = await checkOrder(deps, order).then(
      () => ({}),
      (error: unknown) => ({ error }),
    )
    const { status } = await findOrder(deps.database, order.id)
    found.push({ id: order.id, before: order.status, after: status, ...failure })
  }
  return found
}
