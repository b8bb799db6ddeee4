import { checkBuyer, limits, plainText } from '../../contract/checkout.ts'
import type { Order } from '../database/schema.ts'
import { ShopError } from '../errors.ts'

/**
 * The name that the seller typed for the buyer of an order, as the checkout would store it.
 * @throws ShopError `bad_input` for a name that the checkout would refuse
 */
export function readTypedName({ email }: Pick<Order, 'email'>, typed: string): string {
  const checked = checkBuyer({ name: typed, email })
  // The address may be from a time with other rules, and is not what the seller typed.
  if (checked.ok || checked.problem.field === 'email') return plainText(typed)
  throw new ShopError('bad_input', `Type a name of at most ${limits.name} characters.`)
}
