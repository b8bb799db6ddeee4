import type { Command } from 'commander'
import { grantOrder } from '../../server/acts/grant-order.ts'
import { paidOrdersOf } from '../../server/orders/paid-twice.ts'
import { orderFields } from '../fields.ts'
import { confirm, type Io } from '../io.ts'
import { actor, type Shop, withShop } from '../open-shop.ts'
import { print } from '../print.ts'

interface GrantOptions {
  name: string
  yes?: boolean
  reason: string
}

/** Asks before an order for somebody who has one. They may have forgotten it, and need only a new link. */
async function mayGrant(io: Io, shop: Shop, email: string, yes = false): Promise<boolean> {
  const [order] = await paidOrdersOf(shop.database, shop.payments, email)
  if (!order) return true
  const question = `${email} already has order ${order.id}. A new link for it: npm run shop -- resend ${order.id}. Grant another order?`
  return confirm(io, question, yes)
}

export function addGrantCommand(orders: Command, io: Io): void {
  orders
    .command('grant')
    .description('give the kit to somebody: a gift, or paid elsewhere; emails the receipt')
    .argument('<email>', "the buyer's address")
    .requiredOption('--name <name>', "the buyer's name")
    .option('-y, --yes', 'do not ask if this buyer already has a paid order')
    .requiredOption('--reason <text>', 'for your records, such as "gift" or "bank transfer 4711"')
    .addHelpText(
      'after',
      '\nExample:\n  npm run shop -- orders grant ada@example.com --name "Ada" --reason gift',
    )
    .action(async (email: string, options: GrantOptions, command: Command) => {
      const { name, reason } = options
      const order = await withShop(io, async (shop) =>
        (await mayGrant(io, shop, email, options.yes))
          ? grantOrder(shop, { name, email, reason }, actor(shop))
          : null,
      )
      if (!order) return
      const text = `Order ${order.id} is granted. The running server sends the receipt to ${order.email}.`
      print(io, command, orderFields(order), () => text)
    })
}
