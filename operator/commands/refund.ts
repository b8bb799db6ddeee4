import type { Command } from 'commander'
import { decimalAmount, parseAmount } from '../../contract/money.ts'
import { refund } from '../../server/acts/refund.ts'
import type { Order } from '../../server/database/schema.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { moneyOf } from '../../server/orders/money.ts'
import { personOf } from '../../server/orders/plain-name.ts'
import { findRefundable } from '../../server/orders/refundable.ts'
import { confirm, type Io, UsageError } from '../io.ts'
import { actor, withShop } from '../open-shop.ts'
import { orderArgument, orderId } from '../order-argument.ts'
import { print } from '../print.ts'

interface Options {
  amount?: string
  yes?: boolean
}

/** @returns the part in the smallest unit; undefined: all that is left. @throws UsageError */
function partOf({ amount }: Options, { currency }: Order): number | undefined {
  if (amount === undefined) return undefined
  const cents = parseAmount(amount, currency)
  if (cents === null)
    throw new UsageError(
      `--amount is "${amount}", which is no amount in ${currency.toUpperCase()}. Write it without a thousands separator, such as ${decimalAmount(200_000, currency)}.`,
    )
  return cents
}

function questionOf(order: Order, cents: number): string {
  const amount = moneyOf(order, cents)
  const buyer = order.erased_at === null ? personOf(order) : `the buyer of ${order.id}, who was erased`
  return `Refund ${amount} to ${buyer}? This cannot be undone.`
}

export function addRefundCommand(program: Command, io: Io): void {
  program
    .command('refund')
    .description('refund a payment, or a part of it, when the provider confirms it')
    .argument('<order>', orderArgument)
    .option('--amount <amount>', "a part, in the order's currency, such as 20.00")
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      `
The download closes when all is refunded. A part leaves it open.

Example:
  npm run shop -- refund 0198-… --amount 20.00`,
    )
    .action(async (name: string, options: Options, command: Command) => {
      await withShop(io, async (shop) => {
        const id = await orderId(shop, name)
        const part = partOf(options, await findOrder(shop.database, id))
        const { order, cents } = await findRefundable(shop, id, part)
        if (!(await confirm(io, questionOf(order, cents), options.yes ?? false))) return
        await refund(shop, id, actor(shop), part)
        const amount = moneyOf(order, cents)
        const provider = shop.payments.name === 'stripe' ? 'Stripe' : 'The sandbox'
        const text = `${provider} was asked to refund ${amount} of ${id}. The order changes when its event arrives at the running server.`
        print(io, command, { order: id, amount_cents: cents, asked: true }, () => text)
      })
    })
}
