import type { Kysely } from 'kysely'
import { catalog } from '../../content/catalog.ts'
import type { Order, OrderStatus, Schema } from '../database/schema.ts'
import { countSeats, earlyBirdLeft, isOfTill, type Till } from './seats.ts'

/** Orders in one payment mode, counted by price and status; `left` is the number that the page shows. */
export async function seatCounts(
  database: Kysely<Schema>,
  till: Till,
): Promise<{ left: number; orders: { tier: Order['tier']; status: OrderStatus; count: number }[] }> {
  const seats = await countSeats(database, till, catalog)
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
