import { inputProblems } from '#content/messages.ts'
import { type Buyer, buyerFrom, checkBuyer } from '../../contract/checkout.ts'
import { ShopError } from '../errors.ts'
import { type Fields, textField } from '../http/read-fields.ts'

/**
 * Reads the buyer from a request and checks the rules of the form.
 * @throws ShopError `bad_input` with what to change
 */
export function readBuyer(fields: Fields): Buyer {
  const checked = checkBuyer(buyerFrom((field) => textField(fields, field)))
  if (!checked.ok) throw new ShopError('bad_input', inputProblems[checked.problem.problem].message)
  return checked.buyer
}
