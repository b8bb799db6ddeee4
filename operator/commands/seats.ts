import type { Command } from 'commander'
import { catalog } from '#content/catalog.ts'
import { formatUsdExact } from '../../contract/money.ts'
import { seatCounts } from '../../server/orders/seat-counts.ts'
import { table } from '../format.ts'
import type { Io } from '../io.ts'
import { withShop } from '../open-shop.ts'
import { print } from '../print.ts'
import { marked } from '../tones.ts'

/** A sentence with the early-bird seats that are left, and the prices. */
function seatsLeft(left: number): string {
  const listPrice = formatUsdExact(catalog.listPriceCents)
  return catalog.earlyBirdSeats > 0
    ? `${left} of ${catalog.earlyBirdSeats} early-bird seats are left, at ${formatUsdExact(catalog.priceCents)}; then ${listPrice}.`
    : `There are no early-bird seats; the price is ${listPrice}.`
}

export function addSeatsCommand(program: Command, io: Io): void {
  program
    .command('seats')
    .description('early-bird seats left, and orders by price and status')
    .action(async (_: unknown, command: Command) => {
      const seats = await withShop(io, (shop) => seatCounts(shop.database, shop.payments))
      const rows = seats.orders.map(({ tier, status, count }) => [tier, marked(status), count])
      print(
        io,
        command,
        { seats: catalog.earlyBirdSeats, ...seats },
        (look) =>
          `${seatsLeft(seats.left)}\n\n${table(['PRICE', 'STATUS', 'ORDERS'], rows, 'No orders.', look)}`,
      )
    })
}
