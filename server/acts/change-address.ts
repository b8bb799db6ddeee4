import type { Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { emailKey } from '../orders/address.ts'
import { findOrder } from '../orders/find-orders.ts'
import { updateOrder } from '../orders/order-rows.ts'
import { type Actor, recordAction } from '../orders/seller-actions.ts'
import { readTypedEmail } from '../orders/typed-email.ts'
import { readdressMails } from '../outbox/readdress.ts'
import { resendIn } from './resend.ts'

/**
 * Changes the address for an order's mail, including mail that is already queued, and closes the links in the old mailbox.
 * @throws ShopError `bad_input` for an address that the checkout would refuse, `not_found`, or `conflict` if the order was
 * erased
 */
export async function changeAddress(
  { database }: Pick<Dependencies, 'database'>,
  id: string,
  email: string,
  actor: Actor,
): Promise<Order> {
  const checked = readTypedEmail(email)
  return transaction(database, (trx) => changeAddressIn(trx, id, checked, actor))
}

/** @param email checked */
async function changeAddressIn(
  trx: Transaction<Schema>,
  id: string,
  email: string,
  actor: Actor,
): Promise<Order> {
  const before = await findOrder(trx, id)
  if (before.erased_at !== null) throw new ShopError('conflict', `Order ${id} was erased.`)
  const addresses = { from: before.email, to: email }
  await readdressMails(trx, id, addresses)
  await recordAction(trx, id, 'change-address', actor, addresses)
  return updateOrder(trx, id, {
    email,
    contact_key: emailKey(email),
    // The links in the old mailbox may be a stranger's.
    ...(addresses.from !== addresses.to && { links_from: actor.now }),
  })
}

/**
 * Moves an order to another address: changes it, and sends a new link and the failed mail there.
 * @throws ShopError as `changeAddress` does
 */
export async function moveTo(
  deps: Pick<Dependencies, 'config' | 'database' | 'now' | 'payments'>,
  id: string,
  email: string,
  actor: Actor,
): Promise<void> {
  const checked = readTypedEmail(email)
  await transaction(deps.database, async (trx) => {
    await changeAddressIn(trx, id, checked, actor)
    const { by, now } = actor
    await resendIn(trx, deps, id, { by, now }).catch((error) => {
      // There may be nothing to send, for example because the download is closed.
      if (!(error instanceof ShopError && error.code === 'conflict')) throw error
    })
  })
}
