import type { ExpressionBuilder, Kysely } from 'kysely'
import type { PriceList } from '../../contract/prices.ts'
import type { Order, OrderStatus, Schema } from '../database/schema.ts'
import { inMode, type PaymentMode } from '../payments/payment-mode.ts'

/** How many orders hold a kit, counted only as far as the price list needs. */
export interface Seats {
  /** All such orders, counted up to the sale limit; null without a sale limit. */
  all: number | null
  /** Such orders at the early-bird price, counted up to the number of early-bird seats. */
  early: number
}

/**
 * A `where` condition for orders that hold a seat: paid, still payable, or in an open dispute. An open order holds its seat
 * beyond its expiry, until the provider has confirmed that nobody can pay it, because a payment of the last second may still
 * arrive. The list of statuses comes first, so that databases use the index `orders_seats`.
 */
const holdsSeat = (order: ExpressionBuilder<Schema, 'orders'>, statuses: OrderStatus[]) =>
  order.and([
    order('status', 'in', statuses),
    order.or([order('status', '!=', 'disputed'), order('dispute', '=', 'open')]),
  ])

/**
 * Counts the orders of one payment mode that hold a seat, so test orders from before the shop went live take none. It counts no
 * further than the price list needs, so a shop with a long history answers as fast as a new one.
 */
export async function countSeats(
  database: Kysely<Schema>,
  mode: PaymentMode,
  prices: Pick<PriceList, 'earlyBirdSeats' | 'saleLimit'>,
): Promise<Seats> {
  const { earlyBirdSeats, saleLimit } = prices
  const count = (tiers: Order['tier'][], most: number) => countHolding(database, mode, tiers, most)
  return {
    all: saleLimit === null ? null : await count(['early', 'list'], saleLimit),
    early: earlyBirdSeats === 0 ? 0 : await count(['early'], earlyBirdSeats),
  }
}

/** @param most where counting stops */
async function countHolding(
  database: Kysely<Schema>,
  mode: PaymentMode,
  tiers: Order['tier'][],
  most: number,
  statuses: OrderStatus[] = ['open', 'paid', 'disputed'],
): Promise<number> {
  const holding = database
    .selectFrom('orders')
    .select('status')
    .where(inMode(mode))
    .where('tier', 'in', tiers)
    .where((order) => holdsSeat(order, statuses))
    .limit(most)
  const { count } = await database
    .selectFrom(holding.as('holding'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Whether all early-bird seats are sold, and whether all kits are. An open order holds a seat that it may give back, so it does
 * not count.
 */
export async function soldOut(
  database: Kysely<Schema>,
  mode: PaymentMode,
  { earlyBirdSeats, saleLimit }: Pick<PriceList, 'earlyBirdSeats' | 'saleLimit'>,
): Promise<{ early: boolean; all: boolean }> {
  const isSold = async (tiers: Order['tier'][], most: number | null) =>
    Boolean(most) &&
    (await countHolding(database, mode, tiers, Number(most), ['paid', 'disputed'])) >= Number(most)
  return { early: await isSold(['early'], earlyBirdSeats), all: await isSold(['early', 'list'], saleLimit) }
}

/** Counts the early-bird seats that open orders hold, including orders that have just expired. */
export async function countHeldEarly(database: Kysely<Schema>, mode: PaymentMode): Promise<number> {
  const { count } = await database
    .selectFrom('orders')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(inMode(mode))
    .where('status', '=', 'open')
    .where('tier', '=', 'early')
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Early-bird seats that nobody holds; never below 0, even if the seller lowers their number in the price list.
 */
export const earlyBirdLeft = (seats: Seats, prices: Pick<PriceList, 'earlyBirdSeats'>): number =>
  Math.max(0, prices.earlyBirdSeats - seats.early)

/** What an order costs, in cents. */
export interface Price {
  tier: Order['tier']
  amountCents: number
}

/** The price for the next buyer; null if nothing is left to sell. */
export function nextPrice(seats: Seats, prices: Omit<PriceList, 'consultationValueCents'>): Price | null {
  if (prices.saleLimit !== null && (seats.all ?? 0) >= prices.saleLimit) return null
  return earlyBirdLeft(seats, prices) > 0
    ? { tier: 'early', amountCents: prices.priceCents }
    : { tier: 'list', amountCents: prices.listPriceCents }
}
