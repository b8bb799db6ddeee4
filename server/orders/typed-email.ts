import { inputProblems } from '#content/messages.ts'
import { checkEmail } from '../../contract/checkout.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { refuseUnreachable } from './refuse-unreachable.ts'

/**
 * The address that the seller typed for the buyer of an order, as the checkout would store it.
 * @throws ShopError `bad_input` for an address that the checkout would refuse
 */
export async function readTypedEmail(
  mailer: Pick<Dependencies['mailer'], 'takes'>,
  typed: string,
): Promise<string> {
  const checked = checkEmail(typed)
  if (!checked.ok) throw new ShopError('bad_input', inputProblems[checked.problem].message)
  await refuseUnreachable(mailer, checked.email)
  return checked.email
}
