import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { checkBuyer } from '../../contract/checkout.ts'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { ShopError } from '../errors.ts'
import { emailKey } from './address.ts'
import { withoutPerson } from './events.ts'
import { listOrders } from './operations.ts'

/** What is known of a person who may be erased. */
export interface Erasable {
  orders: Order[]
  /** The provider's events that name them and that no order was found for. */
  events: number
}

/**
 * Whether a payment may still come. Without real money none counts once the checkout has ended, and the shop may have left
 * the provider that would be asked about it.
 */
const mayBePaid = (order: Order, now: number) =>
  order.status === 'open' && (order.livemode === 1 || now < order.expires_at)

/**
 * Looks up a person who may be erased now.
 * @param now ms since 1970
 * @throws ShopError `bad_input` for what is no address, `not_found`; `conflict` while one of their orders may still be paid
 */
export async function findErasable(database: Kysely<Schema>, email: string, now: number): Promise<Erasable> {
  // Above all not an empty one, such as of a variable that is not set.
  const checked = checkBuyer({ name: 'x', email })
  if (!checked.ok) throw new ShopError('bad_input', 400, `"${email}" is not an email address.`)
  const orders = await listOrders(database, { email })
  const { count } = await database
    .selectFrom('events')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('order_id', 'is', null)
    .where(isAboutPayer(email))
    .executeTakeFirstOrThrow()
  if (orders.length === 0 && Number(count) === 0) {
    throw new ShopError('not_found', 404, `There is no order of ${email}.`, {
      remedy: 'List the orders to see their addresses.',
    })
  }
  const open = orders.filter((order) => mayBePaid(order, now))
  if (open.length > 0) {
    const ids = open.map((order) => order.id).join(', ')
    throw new ShopError('conflict', 409, `Still open: ${ids}. A payment may be on its way.`, {
      remedy: open.some((order) => order.completed_at !== null)
        ? 'Try again when the bank has decided about it, which may take days.'
        : 'Try again when it has expired, within the hour.',
    })
  }
  return { orders, events: Number(count) }
}

const isAboutPayer = (email: string) => (event: ExpressionBuilder<Schema, 'events'>) =>
  event('payer_key', '=', emailKey(email))

/**
 * Takes a person out of the database, as they may ask (GDPR article 17): name, addresses, the provider's
 * events, mail and download log. What was sold, when and for how much stays, as the books need it. The ids that
 * the provider knows stay too, so that a refund still finds its order.
 * @returns the ids of the erased orders
 * @throws ShopError as `findErasable`
 */
export async function erasePerson(database: Kysely<Schema>, email: string, now: number): Promise<string[]> {
  return transaction(database, async (trx) => {
    const { orders } = await findErasable(trx, email, now)
    for (const order of orders) await eraseOrder(trx, order.id, order.idempotency_key, now)
    // Events that no order was found for, too.
    await trx.updateTable('events').set(withoutPerson).where(isAboutPayer(email)).execute()
    return orders.map((order) => order.id)
  })
}

async function eraseOrder(trx: Transaction<Schema>, id: string, key: string, now: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ name: '', email: '', email_key: '', contact_key: '', payer_email: null, client_key: null })
    .set({ request: '{}', checkout_url: null, erased_at: now })
    .where('id', '=', id)
    .execute()
  await trx.updateTable('events').set(withoutPerson).where('order_id', '=', id).execute()
  await trx
    .updateTable('outbox')
    .set({ status: 'failed', last_error: 'erased before it was sent' })
    .where('order_id', '=', id)
    .where('status', '=', 'queued')
    .execute()
  await trx.updateTable('outbox').set({ recipient: '', details: '{}' }).where('order_id', '=', id).execute()
  await trx.updateTable('downloads').set({ ip: '', user_agent: '' }).where('order_id', '=', id).execute()
  await trx.deleteFrom('sandbox_sessions').where('idempotency_key', '=', key).execute()
}
