import type { Command } from 'commander'
import { listOrders } from '../../server/orders/find-orders.ts'
import type { Io } from '../io.ts'
import { addRange, byStatus, firstOf, type OrdersRange } from '../list-options.ts'
import { withShop } from '../open-shop.ts'
import { ordersList } from '../orders-table.ts'
import { printList } from '../print.ts'
import { addExportCommand } from './export-orders.ts'
import { addGrantCommand } from './grant-order.ts'
import { addNoteCommand } from './note.ts'
import { addShowCommand } from './show-order.ts'

interface ListOptions extends OrdersRange {
  email?: string
  find?: string
}

export function addOrdersCommands(program: Command, io: Io): void {
  const orders = program.command('orders').description('list, show and export orders')
  addRange(orders.command('list').description('orders, newest first'))
    .addOption(byStatus())
    .option('--email <address>', "only orders of this buyer's address")
    .option('--find <text>', "part of a name, an address, or the provider's payment or session id")
    .addHelpText(
      'after',
      '\nExample:\n  npm run shop -- orders list --status paid --since 2026-11-01 --limit 20',
    )
    .action(async (options: ListOptions, command: Command) => {
      await withShop(io, (shop) => {
        const orders = firstOf(listOrders(shop.database, options), options.limit)
        return printList(io, command, ordersList(orders))
      })
    })
  addShowCommand(orders, io)
  addGrantCommand(orders, io)
  addNoteCommand(orders, io)
  addExportCommand(orders, io)
}
