import type { Kysely, Transaction } from 'kysely'
import { inputProblems } from '#content/messages.ts'
import { checkEmail } from '../../contract/checkout.ts'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { ShopError } from '../errors.ts'
import { readdressMails } from '../outbox/readdress.ts'
import { emailKey } from './address.ts'
import { findOrder } from './find-orders.ts'
import { updateOrder } from './order-rows.ts'
import { type Actor, recordAction } from './seller-actions.ts'

/**
 * Changes the address for an order's mail, including mail that is already queued.
 * @throws ShopError `bad_input` for an address that the checkout would refuse, `not_found`, or `conflict` if the order was
 * erased
 */
export const changeAddress = (
  database: Kysely<Schema>,
  id: string,
  email: string,
  actor: Actor,
): Promise<Order> => transaction(database, (trx) => changeAddressIn(trx, id, email, actor))

/** `changeAddress` as a part of a longer transaction. */
export async function changeAddressIn(
  trx: Transaction<Schema>,
  id: string,
  email: string,
  actor: Actor,
): Promise<Order> {
  const checked = checkEmail(email)
  if (!checked.ok) throw new ShopError('bad_input', inputProblems[checked.problem].message)
  const before = await findOrder(trx, id)
  if (before.erased_at !== null) throw new ShopError('conflict', `Order ${id} was erased.`)
  const addresses = { from: before.email, to: checked.email }
  await readdressMails(trx, id, addresses)
  await recordAction(trx, id, 'change-address', actor, addresses)
  return updateOrder(trx, id, { email: checked.email, contact_key: emailKey(checked.email) })
}
