import type { Command } from 'commander'
import { changeName } from '../../server/acts/change-name.ts'
import { orderFields } from '../fields.ts'
import type { Io } from '../io.ts'
import { actor, withShop } from '../open-shop.ts'
import { orderArgument, orderId } from '../order-argument.ts'
import { print } from '../print.ts'

export function addChangeNameCommand(program: Command, io: Io): void {
  program
    .command('change-name')
    .description("correct the buyer's name in an order")
    .argument('<order>', orderArgument)
    .argument('<name>', 'the right name')
    .addHelpText('after', '\nExample:\n  npm run shop -- change-name 0198-… "Ada Lovelace"')
    .action(async (order: string, name: string, _: unknown, command: Command) => {
      const changed = await withShop(io, async (shop) =>
        changeName(shop.database, await orderId(shop, order), name, actor(shop)),
      )
      const text = `The buyer of order ${changed.id} is now ${changed.name}.`
      print(io, command, orderFields(changed), () => text)
    })
}
