import { type Kysely, type SqlBool, sql } from 'kysely'
import { plainText } from '../../contract/checkout.ts'
import type { Order, Schema } from '../database/schema.ts'
import { ShopError } from '../errors.ts'
import { inMode, type PaymentMode } from '../payments/payment-mode.ts'
import { isOfPerson } from './address.ts'
import { isEarned } from './state.ts'

type Database = Kysely<Schema>

/**
 * Orders, newest first.
 * @param find a part of the buyer's name, of an address or of an id of the provider, in any case
 */
export function listOrders(
  database: Database,
  { find, limit }: { find?: string; limit?: number } = {},
): Promise<Order[]> {
  let orders = database.selectFrom('orders').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (find !== undefined) orders = orders.where(contains(find))
  if (limit !== undefined) orders = orders.limit(limit)
  return orders.execute()
}

/** The orders of a person, by any email address that they used with an order. */
export const ordersOfPerson = (database: Database, email: string): Promise<Order[]> =>
  database.selectFrom('orders').selectAll().where(isOfPerson(email)).orderBy('created_at').execute()

/** A condition for the orders that show a text. */
function contains(typed: string) {
  const text = plainText(typed)
  const lower = text.toLowerCase()
  const capitalized = lower.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  // SQLite's `lower` changes only the letters of ASCII, so the others are tried in the usual forms.
  const forms = [text, lower, capitalized, text.toUpperCase()]
  // No text that was typed has a line feed, so nothing is found across two columns.
  const shown = sql`lower(name || '\n' || email || '\n' || email_key || '\n' || coalesce(payer_email, '')
    || '\n' || coalesce(session_id, '') || '\n' || coalesce(payment_id, ''))`
  const matches = forms.map(
    (form) => sql<SqlBool>`${shown} like lower(${`%${form.replace(/[%_\\]/g, '\\$&')}%`}) escape '\\'`,
  )
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
}

/** Keep the text the same as in the partial index `orders_owed`: databases use it only for an equal condition. */
const mayBeOwed = sql<SqlBool>`(status in ('paid', 'disputed') and consultation_done_at is null and erased_at is null)`

/** The 200 oldest orders in one payment mode whose consultation has not been held. */
export async function consultationsOwed(database: Kysely<Schema>, mode: PaymentMode): Promise<Order[]> {
  const orders = database.selectFrom('orders').selectAll().where(inMode(mode)).where(mayBeOwed)
  const owed = orders.where('granted_at', 'is', null).orderBy('created_at').orderBy('id').limit(200)
  return (await owed.execute()).filter(isEarned)
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

/** The error for an id that no order has. */
export const notFound = (id: string) =>
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
