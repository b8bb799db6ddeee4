import type { Command } from 'commander'
import type { PriceList } from '../../contract/prices.ts'
import { moneyOf } from '../../server/orders/money.ts'
import { seatCounts } from '../../server/orders/seat-counts.ts'
import { table } from '../format.ts'
import type { Io } from '../io.ts'
import { withShop } from '../open-shop.ts'
import { print } from '../print.ts'
import { marked } from '../tones.ts'

/** A sentence with the early-bird seats that are left, and the prices. */
function seatsLeft(left: number, prices: PriceList): string {
  const { earlyBirdSeats, priceCents, listPriceCents } = prices
  const [price, listPrice] = [moneyOf(prices, priceCents), moneyOf(prices, listPriceCents)]
  return earlyBirdSeats > 0
    ? `${left} of ${earlyBirdSeats} early-bird seats are left, at ${price}; then ${listPrice}.`
    : `There are no early-bird seats; the price is ${listPrice}.`
}

export function addSeatsCommand(program: Command, io: Io): void {
  program
    .command('seats')
    .description('early-bird seats left, and orders by price and status')
    .action(async (_: unknown, command: Command) => {
      const { prices, seats } = await withShop(io, async ({ database, payments, prices }) => ({
        prices,
        seats: await seatCounts(database, payments, prices),
      }))
      const rows = seats.orders.map(({ tier, status, count }) => [tier, marked(status), count])
      print(
        io,
        command,
        { seats: prices.earlyBirdSeats, ...seats },
        (look) =>
          `${seatsLeft(seats.left, prices)}\n\n${table(['PRICE', 'STATUS', 'ORDERS'], rows, 'No orders.', look)}`,
      )
    })
}
