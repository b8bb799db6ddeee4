import { formatUsdExact } from '../contract/money.ts'
import type { Order } from '../server/database/schema.ts'
import { chargeOf, shownStatus } from '../server/orders/state.ts'
import { table, time } from './format.ts'

/** The kind of test order; null for an order with real money. */
const testMode = (order: Order): string | null =>
  order.livemode ? null : order.provider === 'sandbox' ? 'sandbox' : 'test mode'

export function ordersTable(orders: Order[]): string {
  return table(
    ['ID', 'CREATED (UTC)', 'STATUS', 'PRICE', 'AMOUNT', 'EMAIL', 'NAME'],
    orders.map((order) => [
      order.id,
      time(order.created_at),
      [shownStatus(order), order.revoked_at !== null && 'revoked', testMode(order)]
        .filter(Boolean)
        .join(', '),
      order.tier,
      formatUsdExact(chargeOf(order)),
      order.email,
      order.name,
    ]),
    'No orders.',
  )
}
