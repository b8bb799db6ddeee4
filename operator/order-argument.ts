import type { Order } from '../server/database/schema.ts'
import { ShopError } from '../server/errors.ts'
import { findMatchingOrders } from '../server/orders/find-orders.ts'
import { personOf } from '../server/orders/plain-name.ts'
import { shownStatus } from '../server/orders/state.ts'
import { printable } from './format.ts'
import type { Shop } from './open-shop.ts'

/** The help text of the argument `<order>`. */
export const orderArgument = "its id, the beginning of its id, or the buyer's address"

const describe = (order: Order) => `${order.id}  ${shownStatus(order)}  ${printable(personOf(order))}`

/**
 * Finds the id of the order that the seller means.
 * @param name what the seller typed for `orderArgument`
 * @throws ShopError `not_found`, or `conflict` with the candidates if there are several
 */
export async function orderId({ database }: Pick<Shop, 'database'>, name: string): Promise<string> {
  const orders = await findMatchingOrders(database, name)
  const [only] = orders
  if (!only) {
    throw new ShopError('not_found', `There is no order ${printable(name)}.`, {
      remedy: "Look for a part of the buyer's name or address: npm run shop -- orders list --find <text>",
    })
  }
  if (orders.length === 1) return only.id
  throw new ShopError(
    'conflict',
    `${printable(name)} matches several orders:\n${orders.map(describe).join('\n')}`,
    { remedy: 'Type more of the id.' },
  )
}
