import type { Command } from 'commander'
import { changeAddress } from '../../server/acts/change-address.ts'
import { orderFields } from '../fields.ts'
import type { Io } from '../io.ts'
import { actor, withShop } from '../open-shop.ts'
import { orderArgument, orderId } from '../order-argument.ts'
import { print } from '../print.ts'

export function addChangeAddressCommand(program: Command, io: Io): void {
  program
    .command('change-address')
    .description("change the address that an order's mail goes to")
    .argument('<order>', orderArgument)
    .argument('<email>', 'the new address')
    .addHelpText(
      'after',
      '\nExample:\n  npm run shop -- change-address 0198-… ada@example.com\n\nLinks in the old mailbox no longer open.\nAfterwards run resend, which emails a new link and retries failed mail.',
    )
    .action(async (name: string, email: string, _: unknown, command: Command) => {
      const order = await withShop(io, async (shop) =>
        changeAddress(shop, await orderId(shop, name), email, actor(shop)),
      )
      const { id } = order
      const text = `Mail about ${id} now goes to ${order.email}. To send the link there: npm run shop -- resend ${id}`
      print(io, command, orderFields(order), () => text)
    })
}
