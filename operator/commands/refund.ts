import type { Command } from 'commander'
import { formatUsdExact } from '../../contract/money.ts'
import type { Order } from '../../server/database/schema.ts'
import { personOf } from '../../server/orders/plain-name.ts'
import { findRefundable, refund } from '../../server/orders/refund.ts'
import { actor } from '../actor.ts'
import { confirm, type Io } from '../io.ts'
import { withShop } from '../open-shop.ts'
import { orderArgument, orderId } from '../order-argument.ts'
import { print } from '../print.ts'

function questionOf(order: Order, leftCents: number): string {
  const amount = formatUsdExact(leftCents)
  const buyer = order.erased_at === null ? personOf(order) : `the buyer of ${order.id}, who was erased`
  return `Refund ${amount} to ${buyer}? This cannot be undone.`
}

export function addRefundCommand(program: Command, io: Io): void {
  program
    .command('refund')
    .description('refund the whole payment; the download closes when the provider confirms it')
    .argument('<order>', orderArgument)
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  npm run shop -- refund 0198-…')
    .action(async (name: string, options: { yes?: boolean }, command: Command) => {
      await withShop(io, async (shop) => {
        const id = await orderId(shop, name)
        const { order, leftCents } = await findRefundable(shop, id)
        if (!(await confirm(io, questionOf(order, leftCents), options.yes ?? false))) return
        await refund(shop, id, actor(shop))
        const text = `${shop.payments.name} was asked to refund ${id}. The order changes when its event arrives at the running server.`
        print(io, command, { order: id, asked: true }, () => text)
      })
    })
}
