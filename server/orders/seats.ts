import type { Kysely } from 'kysely'
import type { PriceList } from '../../contract/prices.ts'
import type { Order, Schema } from '../database/schema.ts'
import { inMode, type PaymentMode } from '../payments/payment-mode.ts'

/**
 * Counts the early-bird seats that nobody holds; never below 0, even if the seller lowers their number in the price list. Paid
 * orders, open ones and those in an open dispute hold a seat. An open order holds its seat beyond its expiry, until the provider
 * has confirmed that nobody can pay it, because a payment of the last second may still arrive. Orders in another payment mode, such
 * as the tests before the shop went live, take no seat.
 */
export async function earlyBirdLeft(
  database: Kysely<Schema>,
  mode: PaymentMode,
  { earlyBirdSeats }: Pick<PriceList, 'earlyBirdSeats'>,
): Promise<number> {
  if (earlyBirdSeats === 0) return 0
  const { count } = await database
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(inMode(mode))
    .where('tier', '=', 'early')
    // The list of statuses comes first, so that databases use the index `orders_seats`.
    .where('status', 'in', ['open', 'paid', 'disputed'])
    .where((order) => order.or([order('status', '!=', 'disputed'), order('dispute', '=', 'open')]))
    .executeTakeFirstOrThrow()
  return Math.max(0, earlyBirdSeats - Number(count))
}

/** What an order costs, in cents. */
export interface Price {
  tier: Order['tier']
  amountCents: number
}

/** The price for the next buyer. @param left the early-bird seats that nobody holds */
export const nextPrice = (left: number, prices: Pick<PriceList, 'priceCents' | 'listPriceCents'>): Price =>
  left > 0
    ? { tier: 'early', amountCents: prices.priceCents }
    : { tier: 'list', amountCents: prices.listPriceCents }
