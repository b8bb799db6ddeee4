import type { Shop } from '../dependencies.ts'
import { catchUp } from '../orders/catch-up.ts'
import { checkOrder, unsettledOrders } from '../orders/check-order.ts'
import { findOrder } from '../orders/find-orders.ts'
import { type ShownStatus, shownStatus } from '../orders/state.ts'

/** What `reconcile` found. */
interface Reconciled {
  /** How many missed events were applied; an error if the provider did not list its events. */
  events: number | { error: unknown }
  /** The status of each unsettled order before and after; `error` if the provider did not answer. */
  orders: { id: string; before: ShownStatus; after: ShownStatus; error?: unknown }[]
}

/**
 * Applies the events that the shop missed, and asks the provider about every unsettled order, even if the sweep has just asked.
 * @param formerHost the host of the shop's former PUBLIC_URL
 */
export async function reconcile(deps: Shop, formerHost?: string): Promise<Reconciled> {
  const events = await catchUp(deps, formerHost).catch((error: unknown) => ({ error }))
  const orders: Reconciled['orders'] = []
  for (const order of await unsettledOrders(deps)) {
    const failure = await checkOrder(deps, order).then(
      () => ({}),
      (error: unknown) => ({ error }),
    )
    const after = await findOrder(deps.database, order.id)
    orders.push({ id: order.id, before: shownStatus(order), after: shownStatus(after), ...failure })
  }
  return { events, orders }
}
