import type { Kysely } from 'kysely'
import { catalog } from '../../content/catalog.ts'
import { checkBuyer } from '../../contract/checkout.ts'
import type {
  Download,
  HistoryEntry,
  Mail,
  Order,
  OrderStatus,
  Schema,
  StoredEvent,
} from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { ShopError } from '../errors.ts'
import { sendReceiptAgain } from '../outbox/retry.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { emailKey, isOfPerson } from './address.ts'
import { checkOrder, unsettledOrders } from './check-order.ts'
import type { EventDependencies } from './events.ts'
import { type Doer, noteAction } from './history.ts'
import { countSeats, earlyBirdLeft, isOfTill, type Till } from './seats.ts'
import { isEarned, mayDownload } from './state.ts'
import { refundsTold } from './told.ts'

type Database = Kysely<Schema>

/** Everything that is known of an order: what the seller shows when a payment is disputed. */
export interface OrderHistory {
  order: Order
  events: StoredEvent[]
  mails: Mail[]
  downloads: Download[]
  /** What the seller has done to it. */
  actions: HistoryEntry[]
}

/** Orders, newest first. @param filter `email`: the address of a person, present or before it was changed */
export function listOrders(
  database: Database,
  filter: { status?: OrderStatus | undefined; email?: string | undefined } = {},
): Promise<Order[]> {
  let orders = database.selectFrom('orders').selectAll()
  const { status, email } = filter
  if (status) orders = orders.where('status', '=', status)
  if (email !== undefined) orders = orders.where(isOfPerson(email))
  return orders.orderBy('created_at', 'desc').orderBy('id').execute()
}

/** @throws ShopError `not_found` */
export async function findOrder(database: Database, id: string): Promise<Order> {
  const order = await database.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (order) return order
  throw new ShopError('not_found', 404, `There is no order ${id}.`, {
    remedy: 'List the orders to see their ids.',
  })
}

/** @throws ShopError `not_found` */
export async function showOrder(database: Database, id: string): Promise<OrderHistory> {
  const order = await findOrder(database, id)
  const events = database.selectFrom('events').selectAll().where('order_id', '=', id).orderBy('created_at')
  const mails = database.selectFrom('outbox').selectAll().where('order_id', '=', id).orderBy('created_at')
  const downloads = database.selectFrom('downloads').selectAll().where('order_id', '=', id).orderBy('at')
  const actions = database.selectFrom('order_history').selectAll().where('order_id', '=', id).orderBy('at')
  return {
    order,
    actions: await actions.execute(),
    events: await events.execute(),
    mails: await mails.execute(),
    downloads: await downloads.execute(),
  }
}

/** Stored events, newest first. */
export function listEvents(
  database: Database,
  filter: { outcome?: StoredEvent['outcome'] | undefined } = {},
): Promise<StoredEvent[]> {
  const events = database.selectFrom('events').selectAll().orderBy('created_at', 'desc').orderBy('id')
  return (filter.outcome ? events.where('outcome', '=', filter.outcome) : events).execute()
}

/**
 * Sends an order's mail elsewhere from now on, also what is queued already. What a worker has in hand for the former
 * address can't be broken off; its claim is lifted, so that it stays queued whatever becomes of that.
 * @throws ShopError `bad_input` for an address that the checkout would refuse, `not_found`, `conflict` when erased
 */
export async function changeAddress(
  database: Database,
  id: string,
  email: string,
  doer: Doer,
): Promise<Order> {
  const checked = checkBuyer({ name: 'x', email })
  if (!checked.ok) throw new ShopError('bad_input', 400, checked.problem.message)
  return transaction(database, async (trx) => {
    const before = await findOrder(trx, id)
    if (before.erased_at !== null) throw new ShopError('conflict', 409, `Order ${id} was erased.`)
    await trx
      .updateTable('outbox')
      .set({ recipient: checked.buyer.email, claimed_by: null, claimed_until: null })
      .where('order_id', '=', id)
      .where('recipient', '=', before.email)
      .where('recipient', '!=', checked.buyer.email)
      .where('status', '=', 'queued')
      .execute()
    await noteAction(trx, id, 'change-address', doer, { from: before.email, to: checked.buyer.email })
    return change(trx, id, { email: checked.buyer.email, contact_key: emailKey(checked.buyer.email) })
  })
}

/** Closes the download of an order, whatever its payment. @throws ShopError `not_found` */
export const revoke = (database: Database, id: string, doer: Doer): Promise<Order> =>
  transaction(database, async (trx) => {
    const order = await change(trx, id, { revoked_at: doer.now, restored_at: null })
    await noteAction(trx, id, 'revoke', doer)
    return order
  })

/**
 * Opens the download of an order again: takes `revoke` back, and lets the buyer download although a dispute was lost.
 * A receipt that met the closed download is sent. What was refunded, or never paid, stays closed.
 * @throws ShopError `not_found`
 */
export const restore = (database: Database, id: string, doer: Doer): Promise<Order> =>
  transaction(database, async (trx) => {
    const { dispute } = await findOrder(trx, id)
    const order = await change(trx, id, {
      revoked_at: null,
      restored_at: dispute === 'lost' ? doer.now : null,
    })
    await noteAction(trx, id, 'restore', doer, dispute === 'lost' ? { dispute } : {})
    if (mayDownload(order)) await sendReceiptAgain(trx, order, doer.now)
    return order
  })

async function change(database: Database, id: string, values: Partial<Order>): Promise<Order> {
  await findOrder(database, id)
  return database
    .updateTable('orders')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const isOf = (order: Order, till: Till): boolean =>
  order.provider === till.name && order.livemode === Number(till.livemode)

/**
 * The order and the payment that `refund` would give back.
 * @throws ShopError `not_found`, or `conflict` when there is nothing to give back
 */
export async function findRefundable(
  deps: { database: Database; payments: PaymentProvider },
  id: string,
): Promise<{ order: Order; paymentId: string }> {
  const order = await findOrder(deps.database, id)
  const refuse = (why: string, remedy?: string) =>
    new ShopError('conflict', 409, why, remedy === undefined ? {} : { remedy })
  if (order.status === 'refunded') throw refuse(`Order ${id} is already refunded.`)
  if (!isOf(order, deps.payments)) {
    const through = `${order.provider}${order.livemode ? '' : ' without real money'}`
    throw refuse(`Order ${id} was paid through ${through}.`, 'Run this with the configuration of that time.')
  }
  if (order.dispute === 'lost')
    throw refuse(`The bank has given the money of order ${id} back: its dispute was lost.`)
  if ((order.status !== 'paid' && order.status !== 'disputed') || !order.payment_id) {
    throw refuse(
      `Order ${id} is ${order.status}: there is no payment to give back.`,
      // What is not open is not asked about.
      order.status === 'open' ? 'Reconcile, then look again.' : undefined,
    )
  }
  return { order, paymentId: order.payment_id }
}

/**
 * Asks the provider to give all the money back, once however often it is asked, and once more after a refund
 * has failed. The order changes when the provider's event says that it happened.
 * @throws ShopError as `findRefundable` does; ProviderError
 */
export async function refund(
  deps: { database: Database; payments: PaymentProvider },
  id: string,
  doer: Doer,
): Promise<void> {
  const { paymentId } = await findRefundable(deps, id)
  // Before the question, which may be answered although no answer arrives.
  await noteAction(deps.database, id, 'refund', doer)
  // The provider answers a key that it knows as it did before: once a refund has failed it is asked anew.
  const { failedRefunds } = await refundsTold(deps.database, id)
  await deps.payments.refund(paymentId, `refund:${id}:${failedRefunds}`)
}

/**
 * Asks the provider about every unsettled order now, whenever it was asked last.
 * @returns how each one stood before and stands now; `error` when the provider did not answer
 */
export async function reconcile(
  deps: EventDependencies,
): Promise<{ id: string; before: OrderStatus; after: OrderStatus; error?: unknown }[]> {
  const found = []
  for (const order of await unsettledOrders(deps)) {
    const failure = await checkOrder(deps, order).then(
      () => ({}),
      (error: unknown) => ({ error }),
    )
    const { status } = await findOrder(deps.database, order.id)
    found.push({ id: order.id, before: order.status, after: status, ...failure })
  }
  return found
}

/** Orders of a till whose consultation is still to be held, the longest waiting first. */
export async function consultationsOwed(database: Database, till: Till): Promise<Order[]> {
  const orders = await database
    .selectFrom('orders')
    .selectAll()
    .where(isOfTill(till))
    .where('status', 'in', ['paid', 'disputed'])
    .where('consultation_done_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return orders.filter((order) => isEarned(order) && order.erased_at === null)
}

/**
 * Notes that the consultation of an order was held; `null` takes that back.
 * @throws ShopError `not_found`; `conflict` when none is owed, or none was noted that could be taken back
 */
export async function consultationDone(
  database: Database,
  id: string,
  at: number | null,
  doer: Doer,
): Promise<Order> {
  const order = await findOrder(database, id)
  const refuse = (why: string, remedy: string) => new ShopError('conflict', 409, why, { remedy })
  if (at !== null && order.consultation_done_at !== null)
    throw refuse(`The consultation of order ${id} was noted before.`, '--undo takes that back.')
  if (at === null && order.consultation_done_at === null)
    throw refuse(`The consultation of order ${id} is not noted as held.`, 'Look for its id once more.')
  if (at !== null && !isEarned(order))
    throw refuse(`Order ${id} is ${order.status}: no consultation is owed.`, 'Look for its id once more.')
  return transaction(database, async (trx) => {
    await noteAction(trx, id, at === null ? 'consultation-not-held' : 'consultation-held', doer)
    return change(trx, id, { consultation_done_at: at })
  })
}

/** How many orders of a till stand how, by price; `left` is what the page shows. */
export async function seatCounts(
  database: Database,
  till: Till,
): Promise<{ left: number; orders: { tier: Order['tier']; status: OrderStatus; count: number }[] }> {
  const seats = await countSeats(database, till)
  const orders = await database
    .selectFrom('orders')
    .select((select) => ['tier', 'status', select.fn.countAll<number>().as('count')])
    .where(isOfTill(till))
    .groupBy(['tier', 'status'])
    .orderBy('tier')
    .orderBy('status')
    .execute()
  return { left: earlyBirdLeft(seats, catalog), orders }
}
