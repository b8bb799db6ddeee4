import { type Command, Option } from 'commander'
import { catalog } from '../../content/catalog.ts'
import { formatUsdExact } from '../../contract/money.ts'
import type { StoredEvent } from '../../server/database/schema.ts'
import { reasonOf, ShopError } from '../../server/errors.ts'
import { catchUp } from '../../server/orders/catch-up.ts'
import { replayEvent } from '../../server/orders/events.ts'
import {
  consultationDone,
  consultationsOwed,
  listEvents,
  reconcile,
  seatCounts,
} from '../../server/orders/operations.ts'
import { doer } from '../doer.ts'
import { table, time } from '../format.ts'
import type { Io } from '../io.ts'
import { type Shop, withShop } from '../open-shop.ts'
import { print } from '../print.ts'
import { ordersTable } from './orders.ts'

const outcomes: StoredEvent['outcome'][] = ['applied', 'repeated', 'ignored', 'unmatched']

/** How many early-bird seats are left, and the prices, in a sentence. */
function standing(left: number): string {
  const listPrice = formatUsdExact(catalog.listPriceCents)
  return catalog.earlyBirdSeats > 0
    ? `${left} of ${catalog.earlyBirdSeats} early-bird seats are left, at ${formatUsdExact(catalog.priceCents)}; then ${listPrice}.`
    : `There are no early-bird seats; the kit costs ${listPrice}.`
}

/** What a seller looks through: events, open orders, seats, and the hours that are owed. */
export function addBookkeepingCommands(program: Command, io: Io): void {
  const events = program.command('events').description("list and replay the payment provider's events")
  events
    .command('list')
    .description('stored events, newest first')
    .addOption(new Option('--outcome <outcome>', 'only events that had this outcome').choices(outcomes))
    .addHelpText('after', '\nExample:\n  npm run shop -- events list --outcome unmatched')
    .action(async (filter: { outcome?: StoredEvent['outcome'] }, command: Command) => {
      const found = await withShop(io, (shop) => listEvents(shop.database, filter))
      const rows = found.map((event) => [
        time(event.created_at),
        event.type,
        event.outcome,
        event.order_id,
        event.id,
      ])
      print(io, command, found, () =>
        table(['AT (UTC)', 'EVENT', 'OUTCOME', 'ORDER', 'ID'], rows, 'No events.'),
      )
    })
  events
    .command('replay')
    .description('look once more for the order of an event that found none when it came')
    .argument('<event>', 'its id')
    .action(async (id: string, _: unknown, command: Command) => {
      const outcome = await withShop(io, (shop) => replayEvent(shop, id))
      const said = {
        applied: 'It moved its order.',
        repeated: 'Another event told the same change before.',
        ignored: "The shop does not act on events of this type, or it came in the provider's other mode.",
        unmatched: 'There is still no order for it.',
        duplicate: 'It had its effect when it came; nothing was done.',
      }
      print(io, command, { event: id, outcome }, () => `${outcome}: ${said[outcome]}`)
    })

  program
    .command('reconcile')
    .description('ask the provider about every open order, and for events that never came, now')
    .action(async (_: unknown, command: Command) => {
      const { found, caughtUp } = await withShop(io, async (shop) => ({
        caughtUp: await catchUp(shop).catch((error: unknown) => ({ error })),
        found: await reconcile(shop),
      }))
      const results = found.map(({ error, ...order }) => ({
        ...order,
        problem: error === undefined ? null : reasonOf(error),
      }))
      const rows = results.map(({ id, before, after, problem }) => [id, before, after, problem])
      print(io, command, results, () =>
        table(['ORDER', 'BEFORE', 'NOW', 'PROBLEM'], rows, 'No order is open.'),
      )
      if (typeof caughtUp === 'number') io.error(`Events that had never come: ${caughtUp}.`)
      else {
        throw new ShopError(
          'provider_failed',
          502,
          `The provider did not list its events: ${reasonOf(caughtUp.error)}`,
          { remedy: 'Run it again later, and let doctor look at what the key may read; nothing is lost.' },
        )
      }
      const failed = results.filter(({ problem }) => problem !== null).length
      if (failed > 0) {
        throw new ShopError('provider_failed', 502, `The provider did not answer for ${failed} of them.`, {
          remedy: 'Run it again later; nothing is lost.',
        })
      }
    })

  const consultations = program.command('consultations').description('the hours that are owed')
  consultations
    .command('owed')
    .description('orders whose consultation is still to be held, the longest waiting first')
    .action(async (_: unknown, command: Command) => {
      const owed = await withShop(io, (shop) => consultationsOwed(shop.database, shop.payments))
      print(io, command, owed, () => (owed.length === 0 ? 'No consultation is owed.' : ordersTable(owed)))
    })
  consultations
    .command('done')
    .description('note that a consultation was held')
    .argument('<order>', 'its id')
    .option('--undo', 'it was not')
    .action(async (id: string, { undo }: { undo?: boolean }, command: Command) => {
      const done = (shop: Shop) => consultationDone(shop.database, id, undo ? null : shop.now(), doer(shop))
      const order = await withShop(io, done)
      print(io, command, order, () =>
        undo ? `No longer noted: the consultation of ${id}.` : `Noted: the consultation of ${id} was held.`,
      )
    })

  program
    .command('seats')
    .description('early-bird seats, and how orders stand by price')
    .action(async (_: unknown, command: Command) => {
      const seats = await withShop(io, (shop) => seatCounts(shop.database, shop.payments))
      const rows = seats.orders.map(({ tier, status, count }) => [tier, status, count])
      print(
        io,
        command,
        { seats: catalog.earlyBirdSeats, ...seats },
        () => `${standing(seats.left)}\n\n${table(['PRICE', 'STATUS', 'ORDERS'], rows, 'No orders.')}`,
      )
    })
}
