import type { Command } from 'commander'
import { restore, revoke } from '../../server/acts/download-switch.ts'
import type { Order } from '../../server/database/schema.ts'
import { mayDownload } from '../../server/orders/state.ts'
import { orderFields } from '../fields.ts'
import type { Io } from '../io.ts'
import { actor, withShop } from '../open-shop.ts'
import { orderArgument, orderId } from '../order-argument.ts'
import { print } from '../print.ts'

function restoredText(order: Order): string {
  if (mayDownload(order)) return `The download of ${order.id} is open.`
  return `The download of ${order.id} is no longer revoked. It stays closed because the order is ${order.status}.`
}

/** `revoke` and `restore`: the seller closes and reopens a download. */
export function addDownloadSwitchCommands(program: Command, io: Io): void {
  program
    .command('revoke')
    .description("close an order's download, paid or not (restore reopens it)")
    .argument('<order>', orderArgument)
    .action(async (name: string, _: unknown, command: Command) => {
      const order = await withShop(io, async (shop) =>
        revoke(shop.database, await orderId(shop, name), actor(shop)),
      )
      print(io, command, orderFields(order), () => `The download of ${order.id} is closed.`)
    })
  program
    .command('restore')
    .description('reopen a download after revoke, or after a lost dispute')
    .argument('<order>', orderArgument)
    .action(async (name: string, _: unknown, command: Command) => {
      const order = await withShop(io, async (shop) =>
        restore(shop.database, await orderId(shop, name), actor(shop)),
      )
      print(io, command, orderFields(order), () => restoredText(order))
    })
}
