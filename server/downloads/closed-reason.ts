import type { Order } from '../database/schema.ts'
import { isEarned, shownStatus } from '../orders/state.ts'

/** Why an order's download is closed, for the seller. */
export function closedReason(order: Order): string {
  const { id } = order
  if (shownStatus(order) === 'waiting')
    return `order ${id} waits for the buyer's bank. The receipt with the link goes out when the bank confirms the payment.`
  if (order.status === 'open')
    return `order ${id} is not paid yet. The receipt with the link goes out when it is.`
  if (order.erased_at !== null) return `the buyer of order ${id} was erased.`
  if (order.revoked_at !== null && isEarned(order))
    return `the download of order ${id} was closed. open reopens it.`
  if (isEarned(order)) return `order ${id} was paid in another mode or with another provider.`
  return `order ${id} is ${order.status}${order.dispute === 'lost' ? ', and the dispute was lost. open reopens it' : ''}.`
}
