import { type Kysely, type SqlBool, sql } from 'kysely'
import { oldestFirst } from '../database/pages.ts'
import type { Order, Schema } from '../database/schema.ts'
import { inMode, type PaymentMode } from '../payments/payment-mode.ts'
import { isEarned, isGranted } from './state.ts'

/** Keep the text the same as in the partial index `orders_owed`: databases use it only for an equal condition. */
const mayBeOwed = sql<SqlBool>`(status in ('paid', 'disputed') and consultation_done_at is null and erased_at is null)`

/** Orders in one payment mode whose consultation has not been held, oldest first, read page by page. */
export async function* consultationsOwed(database: Kysely<Schema>, mode: PaymentMode): AsyncGenerator<Order> {
  const orders = database.selectFrom('orders').selectAll().where(inMode(mode)).where(mayBeOwed)
  for await (const order of oldestFirst(orders)) if (isEarned(order) && !isGranted(order)) yield order
}
