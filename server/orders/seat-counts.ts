import type { Kysely } from 'kysely'
import type { PriceList } from '../../contract/prices.ts'
import type { Order, Schema } from '../database/schema.ts'
import { inMode, type PaymentMode } from '../payments/payment-mode.ts'
import { earlyBirdLeft } from './seats.ts'
import type { ShownStatus } from './state.ts'

/** The number of orders in one payment mode by price and status; `left` is the number of early-bird seats that are left. */
export async function seatCounts(
  database: Kysely<Schema>,
  mode: PaymentMode,
  prices: Pick<PriceList, 'earlyBirdSeats'>,
): Promise<{ left: number; orders: { tier: Order['tier']; status: ShownStatus; count: number }[] }> {
  const orders = await database
    .selectFrom('orders')
    .select((select) => [
      'tier',
      select
        .case()
        .when(select.and([select('status', '=', 'open'), select('completed_at', 'is not', null)]))
        .then('waiting' as const)
        .else(select.ref('status'))
        .end()
        .as('shown'),
      select.fn.countAll<number>().as('count'),
    ])
    .where(inMode(mode))
    .groupBy(['tier', 'shown'])
    .orderBy('tier')
    .orderBy('shown')
    .execute()
  return {
    left: await earlyBirdLeft(database, mode, prices),
    orders: orders.map(({ shown, ...order }) => ({ ...order, status: shown })),
  }
}
