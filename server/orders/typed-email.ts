import { inputProblems } from '#content/messages.ts'
import { checkEmail } from '../../contract/checkout.ts'
import { ShopError } from '../errors.ts'

/**
 * The address that the seller typed for the buyer of an order, as the checkout would store it.
 * @throws ShopError `bad_input` for an address that the checkout would refuse
 */
export function readTypedEmail(typed: string): string {
  const checked = checkEmail(typed)
  if (!checked.ok) throw new ShopError('bad_input', inputProblems[checked.problem].message)
  return checked.email
}
