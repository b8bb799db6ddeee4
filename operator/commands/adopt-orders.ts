import type { Command } from 'commander'
import { adoptOrder } from '../../server/acts/adopt-order.ts'
import { type LostOrder, lostOrders } from '../../server/orders/lost-sale.ts'
import { moneyOf } from '../../server/orders/money.ts'
import { personOf } from '../../server/orders/plain-name.ts'
import { shownStatus } from '../../server/orders/state.ts'
import { eventId } from '../event-argument.ts'
import { orderFields } from '../fields.ts'
import { table, time } from '../format.ts'
import { confirm, type Io, print, UsageError } from '../io.ts'
import { actor, type Shop, withShop } from '../open-shop.ts'

interface AdoptOptions {
  all?: boolean
  yes?: boolean
}

function lostTable(lost: LostOrder[]): string {
  const rows = lost.map(({ sale }) => [
    sale.id,
    time(sale.createdAt),
    moneyOf({ currency: sale.currency }, sale.amountCents),
    personOf(sale),
  ])
  return table(['ORDER', 'AT (UTC)', 'PRICE', 'BUYER'], rows)
}

/** Creates every lost order. Each is its own step, so a run that was stopped can start again. */
async function adoptAll(io: Io, shop: Shop, command: Command, yes = false) {
  const lost = await lostOrders(shop)
  if (lost.length === 0) {
    print(io, command, [], 'Each sale that the provider reported has its order.')
    return
  }
  io.error(lostTable(lost))
  const count = lost.length === 1 ? 'this order' : `these ${lost.length} orders`
  if (!(await confirm(io, `Create ${count}? Each buyer who has paid gets the receipt.`, yes))) return
  const orders = []
  for (const { eventId } of lost) orders.push(await adoptOrder(shop, eventId, actor(shop)))
  const text = `Restored: ${orders.map(({ id }) => id).join(', ')}. The running server sends the receipts.`
  print(io, command, orders.map(orderFields), text)
}

async function adoptOne(io: Io, shop: Shop, command: Command, event: string) {
  const order = await adoptOrder(shop, await eventId(shop, event), actor(shop))
  const receipt = order.paid_at === null ? '' : ` The running server sends the receipt to ${order.email}.`
  const text = `Order ${order.id} by ${personOf(order)} is restored, and ${shownStatus(order)}.${receipt}`
  print(io, command, orderFields(order), text)
}

export function addAdoptCommand(orders: Command, io: Io): void {
  orders
    .command('adopt')
    .description('create the order of an event without one, for example after a restore')
    .argument('[event]', 'its id, as `events list --outcome unmatched` shows it')
    .option('--all', 'the orders of all such events, after a list with buyers and prices')
    .option('-y, --yes', 'with --all: do not ask')
    .addHelpText('after', '\nExample:\n  npm run shop -- orders adopt --all')
    .action(async (event: string | undefined, { all = false, yes }: AdoptOptions, command: Command) => {
      if ((event === undefined) !== all) throw new UsageError('Name one event, or use --all.')
      await withShop(io, (shop) =>
        event === undefined ? adoptAll(io, shop, command, yes) : adoptOne(io, shop, command, event),
      )
    })
}
