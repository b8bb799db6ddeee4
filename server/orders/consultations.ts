import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { inMode, type PaymentMode } from '../payments/payment-mode.ts'
import { isEarned } from './state.ts'

/** Keep the text the same as in the partial index `orders_owed`: databases use it only for an equal condition. */
const mayBeOwed = sql<SqlBool>`(status in ('paid', 'disputed') and consultation_done_at is null and erased_at is null)`

/** The 200 oldest orders in one payment mode whose consultation has not been held. */
export async function consultationsOwed(database: Kysely<Schema>, mode: PaymentMode): Promise<Order[]> {
  const orders = database.selectFrom('orders').selectAll().where(inMode(mode)).where(mayBeOwed)
  const owed = orders.where('granted_at', 'is', null).orderBy('created_at').orderBy('id').limit(200)
  return (await owed.execute()).filter(isEarned)
}
