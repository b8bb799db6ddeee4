import type { Command } from 'commander'
import { keepNote } from '../../server/acts/note.ts'
import { orderFields } from '../fields.ts'
import { printable } from '../format.ts'
import type { Io } from '../io.ts'
import { actor, withShop } from '../open-shop.ts'
import { orderArgument, orderId } from '../order-argument.ts'
import { print } from '../print.ts'

interface NoteOptions {
  replace?: boolean
}

export function addNoteCommand(orders: Command, io: Io): void {
  orders
    .command('note')
    .description('keep your own words with an order, after an earlier note')
    .argument('<order>', orderArgument)
    .argument('<text>', 'such as "invoice 2026-17"; "" removes the note')
    .option('--replace', 'in place of an earlier note')
    .addHelpText('after', '\nExample:\n  npm run shop -- orders note 0198-… "invoice 2026-17"')
    .action(async (name: string, text: string, { replace = false }: NoteOptions, command: Command) => {
      const order = await withShop(io, async (shop) =>
        keepNote(shop.database, await orderId(shop, name), { text, replaces: replace }, actor(shop)),
      )
      const result =
        order.note === null
          ? `Order ${order.id} has no note.`
          : `The note of order ${order.id}: ${printable(order.note)}`
      print(io, command, orderFields(order), () => result)
    })
}
