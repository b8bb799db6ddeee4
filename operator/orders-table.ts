import { formatUsdExact } from '../contract/money.ts'
import type { Order } from '../server/database/schema.ts'
import { chargeOf, shownStatus } from '../server/orders/state.ts'
import { table, time } from './format.ts'
import type { List } from './print.ts'

/** The kind of test order; null for an order with real money. */
const testMode = (order: Order): string | null =>
  order.livemode ? null : order.provider === 'sandbox' ? 'sandbox' : 'test mode'

const headings = ['ID', 'CREATED (UTC)', 'STATUS', 'PRICE', 'AMOUNT', 'EMAIL', 'NAME']

const cells = (order: Order): unknown[] => [
  order.id,
  time(order.created_at),
  [shownStatus(order), order.revoked_at !== null && 'revoked', testMode(order)].filter(Boolean).join(', '),
  order.tier,
  formatUsdExact(chargeOf(order)),
  order.email,
  order.name,
]

export const ordersTable = (orders: Order[]): string => table(headings, orders.map(cells), 'No orders.')

/** A list of any length. @param none what to say without orders */
export const ordersList = (rows: AsyncIterable<Order>, none = 'No orders.'): List<Order> => ({
  rows,
  headings,
  cells,
  none,
})
