import { type Kysely, type SqlBool, sql } from 'kysely'
import { newestFirst } from '../database/pages.ts'
import type { NewOrder, Order, Schema } from '../database/schema.ts'
import { ShopError } from '../errors.ts'
import { type PaymentMode, storedMode } from '../payments/payment-mode.ts'
import { emailKey, isOfPerson } from './address.ts'
import type { ShownStatus } from './state.ts'

type Database = Kysely<Schema>

interface OrderFilter {
  status?: ShownStatus | undefined
  /** Any email address that a person has used with an order. */
  email?: string | undefined
  /** Created at or after this time, in ms since 1970. */
  since?: number | undefined
  /** Created before this time, in ms since 1970. */
  until?: number | undefined
}

/** Orders, newest first, read page by page. */
export const listOrders = (database: Database, filter: OrderFilter = {}): AsyncGenerator<Order> =>
  newestFirst(filteredOrders(database, filter), filter.until)

/** All but `until`, at which the pages begin. */
function filteredOrders(database: Database, { status, email, since }: OrderFilter) {
  let orders = database.selectFrom('orders').selectAll()
  if (status) orders = orders.where('status', '=', status === 'waiting' ? 'open' : status)
  if (status === 'open') orders = orders.where('completed_at', 'is', null)
  if (status === 'waiting') orders = orders.where('completed_at', 'is not', null)
  if (since !== undefined) orders = orders.where('created_at', '>=', since)
  if (email !== undefined) orders = orders.where(isOfPerson(email))
  return orders
}

/** The most orders that are shown if several match. */
const mostCandidates = 10

/**
 * The orders that match what the seller typed: an id, its first characters (four or more), or an email address of the buyer.
 * @returns at most ten, newest first
 */
export async function findMatchingOrders(database: Database, typed: string): Promise<Order[]> {
  const orders = database.selectFrom('orders').selectAll().limit(mostCandidates)
  const ordered = orders.orderBy('created_at', 'desc').orderBy('id')
  if (typed.includes('@')) return ordered.where(isOfPerson(typed)).execute()
  const exact = await orders.where('id', '=', typed).execute()
  if (exact.length > 0 || !/^[\w-]{4,}$/.test(typed)) return exact
  const beginning = `${typed.replaceAll('_', '\\_')}%`
  return ordered.where(sql<SqlBool>`id like ${beginning} escape '\\'`).execute()
}

const notFound = (id: string) =>
  new ShopError('not_found', `There is no order ${id}.`, {
    remedy: 'This lists the orders and their ids: npm run shop -- orders list',
  })

/** @returns undefined if there is no such order */
export const readOrder = (database: Database, id: string): Promise<Order | undefined> =>
  database.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws ShopError `not_found` */
export async function findOrder(database: Database, id: string): Promise<Order> {
  const order = await readOrder(database, id)
  if (!order) throw notFound(id)
  return order
}

/** The columns that `insertOrder` sets itself: those from the email address and the payment mode, and the refunds, which are 0. */
type Derived = 'email_key' | 'contact_key' | 'provider' | 'livemode' | 'refunded_cents'

export function insertOrder(
  database: Database,
  mode: PaymentMode,
  order: Omit<NewOrder, Derived>,
): Promise<Order> {
  const key = emailKey(order.email)
  return database
    .insertInto('orders')
    .values({ ...order, ...storedMode(mode), email_key: key, contact_key: key, refunded_cents: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws ShopError `not_found` */
export async function updateOrder(database: Database, id: string, values: Partial<Order>): Promise<Order> {
  const order = await database
    .updateTable('orders')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!order) throw notFound(id)
  return order
}

/**
 * Removes personal data from an order. The amounts and ids stay, because the seller's accounts and later events need them.
 * @param now ms since 1970
 */
export async function redactOrder(database: Database, id: string, now: number): Promise<void> {
  const person = { name: '', email: '', email_key: '', contact_key: '', payer_email: null, payer_key: null }
  await database
    .updateTable('orders')
    .set({ ...person, note: null, client_key: null, request: '{}', checkout_url: null, erased_at: now })
    .where('id', '=', id)
    .execute()
}
