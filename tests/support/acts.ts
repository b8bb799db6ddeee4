import { acts, perform } from '../../server/acts/acts.ts'
import type { ActName, Order } from '../../server/database/schema.ts'
import type { Shop } from '../../server/dependencies.ts'

/** Does one of the seller's acts. @param typed what is typed into its field */
export function act(shop: Shop, name: ActName, orderId: string, typed = ''): Promise<Order> {
  const found = acts.find((one) => one.name === name)
  if (!found) throw new Error(`There is no act ${name}.`)
  return perform(shop, found, orderId, typed, { by: 'grace', now: shop.now() })
}
