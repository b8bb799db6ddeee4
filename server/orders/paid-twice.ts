import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { inMode, type PaymentMode } from '../payments/payment-mode.ts'
import { isOfPerson } from './address.ts'
import { isEarned } from './state.ts'

/**
 * A `where` condition for open checkouts whose buyer has paid another order since they were opened, for example at home and at
 * work. The sweep ends them, and the checkout does not reuse them. Whoever opens a checkout after the payment wants a second kit.
 */
export const hasPaidAnother = ({ and, eb, exists, selectFrom }: ExpressionBuilder<Schema, 'orders'>) =>
  and([
    eb('orders.status', '=', 'open'),
    eb('orders.completed_at', 'is', null),
    exists(
      selectFrom('orders as paid')
        .select('paid.id')
        .where((paid) =>
          paid.or([
            paid('paid.email_key', '=', paid.ref('orders.contact_key')),
            paid('paid.contact_key', '=', paid.ref('orders.contact_key')),
            paid('paid.payer_key', '=', paid.ref('orders.contact_key')),
          ]),
        )
        .whereRef('paid.provider', '=', 'orders.provider')
        .whereRef('paid.livemode', '=', 'orders.livemode')
        .where('paid.status', '=', 'paid')
        .whereRef('paid.paid_at', '>', 'orders.created_at'),
    ),
  ])

/** The paid orders of a person in one payment mode, by any of their addresses, the first one first. Gifts count, too. */
export async function paidOrdersOf(
  database: Kysely<Schema>,
  mode: PaymentMode,
  email: string,
): Promise<Order[]> {
  const orders = await database
    .selectFrom('orders')
    .selectAll()
    .where(isOfPerson(email))
    .where(inMode(mode))
    .where('paid_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('paid_at')
    .orderBy('id')
    .execute()
  return orders.filter(isEarned)
}
