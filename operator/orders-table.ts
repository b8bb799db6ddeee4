import type { Order } from '../server/database/schema.ts'
import { moneyOf } from '../server/orders/money.ts'
import { personOf, plainName } from '../server/orders/plain-name.ts'
import { chargeOf, shownStatus } from '../server/orders/state.ts'
import { orderFields } from './fields.ts'
import { isWhole, type List, type Look, type Marked, table, time } from './format.ts'
import { marked } from './tones.ts'

/** The kind of a test order; null for an order with real money. */
const testMode = (order: Order): string | null =>
  order.livemode ? null : order.provider === 'sandbox' ? 'sandbox' : 'test mode'

/** The beginning of an order's id, unless the table is wide. Every command accepts it. */
export const shownId = (id: string, look: Look): string =>
  /^[0-9a-f]{8}-/.test(id) && !isWhole(look) ? id.slice(0, 8) : id

/** The state of the payment, and whether real money moved. */
function stateOf(order: Order): Marked {
  const isPart = order.refunded_cents > 0 && order.status !== 'refunded'
  const status = shownStatus(order)
  const words = [
    status === 'disputed' ? `dispute ${order.dispute}` : isPart ? 'partly refunded' : status,
    status !== 'disputed' && order.dispute !== null && `dispute ${order.dispute}`,
    order.revoked_at !== null && 'revoked',
    order.granted_at !== null && 'granted',
    testMode(order),
  ]
  return marked(status, words.filter(Boolean).join(', '))
}

/** In a line of fewer characters, a name and an address of usual length do not fit beside the other columns. */
const roomForBoth = 110

const headings = ['ID', 'AT (UTC)', 'STATUS', 'AMOUNT', 'BUYER']

const cells = (order: Order, look: Look): unknown[] => [
  shownId(order.id, look),
  time(order.created_at),
  stateOf(order),
  moneyOf(order, chargeOf(order)),
  // A name that is whole tells more than the ends of a name and an address.
  look.width < roomForBoth ? (plainName(order) ?? order.email) : personOf(order),
]

export const ordersTable = (orders: Order[], look: Look): string =>
  table(
    headings,
    orders.map((order) => cells(order, look)),
    'No orders.',
    look,
  )

/**
 * A list of orders of any length.
 * @param none the text without orders
 */
export const ordersList = (rows: AsyncIterable<Order>, none = 'No orders.'): List<Order> => ({
  rows,
  headings,
  cells,
  fields: orderFields,
  none,
})
