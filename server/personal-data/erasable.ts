import type { Kysely } from 'kysely'
import { checkEmail } from '../../contract/checkout.ts'
import type { Order, Schema } from '../database/schema.ts'
import { ShopError } from '../errors.ts'
import { ordersOfPerson } from '../orders/find-orders.ts'

/**
 * How long a buyer's bank may reverse a payment, in ms: 120 days at most banks
 * (https://docs.stripe.com/disputes/how-disputes-work).
 */
const disputableFor = 120 * 24 * 3_600_000

/** Whether the name, the mails and the downloads of an order may still be needed as evidence in a dispute. */
export function mayNeedEvidence(
  order: Pick<Order, 'dispute' | 'disputes' | 'paid_at' | 'refunded_at'>,
  now: number,
): boolean {
  if (Object.values(JSON.parse(order.disputes)).includes('open')) return true
  const isPaid = order.paid_at !== null && order.refunded_at === null && order.dispute !== 'lost'
  return isPaid && now < (order.paid_at ?? 0) + disputableFor
}

/**
 * Whether a payment may still arrive. In the sandbox and in test mode, no payment counts after the checkout has ended, because
 * the shop may no longer use that provider.
 */
const mayBePaid = (order: Order, now: number) =>
  order.status === 'open' && (order.livemode === 1 || now < order.expires_at)

/**
 * Finds the orders of a person by any of their email addresses, if the person may be erased now.
 * @param now ms since 1970
 * @throws ShopError `bad_input` if the text is not an address; `not_found`; `conflict` while one of the orders may still be
 * paid
 */
export async function findErasable(database: Kysely<Schema>, email: string, now: number): Promise<Order[]> {
  // An unset variable in a script gives an empty address, which would match orders that are already erased.
  const checked = checkEmail(email)
  if (!checked.ok) throw new ShopError('bad_input', `"${email}" is not an email address.`)
  const orders = await ordersOfPerson(database, checked.email)
  if (orders.length === 0) {
    throw new ShopError('not_found', `There is no order by ${email}.`, {
      remedy: 'This lists the orders and their addresses: npm run shop -- orders list',
    })
  }
  const open = orders.filter((order) => mayBePaid(order, now))
  if (open.length > 0) {
    const ids = open.map((order) => order.id).join(', ')
    throw new ShopError('conflict', `Still open: ${ids}. A payment may still arrive.`, {
      remedy: open.some((order) => order.completed_at !== null)
        ? 'Try again when the bank has decided, which may take days.'
        : 'Try again in an hour, when it has expired.',
    })
  }
  return orders
}
