import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Order, OrderStatus, Schema } from '../database/schema.ts'
import type { PaymentProvider } from '../payments/provider.ts'

/** The price list, as far as it decides what a buyer pays. Amounts in cents. */
export interface PriceList {
  priceCents: number
  listPriceCents: number
  earlyBirdSeats: number
  /** Most kits that are ever sold; null: as many as are asked for. */
  saleLimit: number | null
}

/** Where an order is paid. What was tried in the sandbox or in Stripe's test mode is not sold. */
export type Till = Pick<PaymentProvider, 'name' | 'livemode'>

/** Orders of one till, for `where`. */
export const isOfTill =
  ({ name, livemode }: Till) =>
  (order: ExpressionBuilder<Schema, 'orders'>) =>
    order.and({ provider: name, livemode: Number(livemode) })

/** How many orders hold a kit, and how many of those an early-bird seat. */
export interface Seats {
  all: number
  early: number
}

/**
 * Paid, or open. An open order holds its seat until the provider has confirmed that nobody can pay it any more,
 * not until a clock says so: a payment of the last second may still be on its way here.
 */
const holding: OrderStatus[] = ['open', 'paid']

/**
 * Counts the orders of a till that hold a seat: paid, still payable, or disputed without being lost. A seller
 * who tried the shop before it went live still has every seat to sell.
 */
export async function countSeats(database: Kysely<Schema>, till: Till): Promise<Seats> {
  const rows = await database
    .selectFrom('orders')
    .select((select) => ['tier', select.fn.countAll<number>().as('count')])
    .where(isOfTill(till))
    .where((where) =>
      where.or([
        where('status', 'in', holding),
        where.and([where('status', '=', 'disputed'), where('dispute', '=', 'open')]),
      ]),
    )
    .groupBy('tier')
    .execute()
  return {
    all: rows.reduce((sum, row) => sum + row.count, 0),
    early: rows.find((row) => row.tier === 'early')?.count ?? 0,
  }
}

/** Counts the early-bird seats that open orders hold, whether or not their time is over. */
export async function countHeldEarly(database: Kysely<Schema>, till: Till): Promise<number> {
  const { count } = await database
    .selectFrom('orders')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(isOfTill(till))
    .where('status', '=', 'open')
    .where('tier', '=', 'early')
    .executeTakeFirstOrThrow()
  return count
}

/** Early-bird seats that nobody holds. More may be held than there are, once the price list says fewer. */
export const earlyBirdLeft = (seats: Seats, prices: Pick<PriceList, 'earlyBirdSeats'>): number =>
  Math.max(0, prices.earlyBirdSeats - seats.early)

/** What the next buyer pays, in cents; null when nothing is left to sell. */
export function nextPrice(
  seats: Seats,
  prices: PriceList,
): { tier: Order['tier']; amountCents: number } | null {
  if (prices.saleLimit !== null && seats.all >= prices.saleLimit) return null
  return earlyBirdLeft(seats, prices) > 0
    ? { tier: 'early', amountCents: prices.priceCents }
    : { tier: 'list', amountCents: prices.listPriceCents }
}
