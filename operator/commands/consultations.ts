import type { Command } from 'commander'
import { recordConsultation } from '../../server/acts/consultation.ts'
import { consultationsOwed } from '../../server/orders/consultations.ts'
import { orderFields } from '../fields.ts'
import type { Io } from '../io.ts'
import { actor, type Shop, withShop } from '../open-shop.ts'
import { orderArgument, orderId } from '../order-argument.ts'
import { ordersList } from '../orders-table.ts'
import { print, printList } from '../print.ts'

export function addConsultationsCommands(program: Command, io: Io): void {
  const consultations = program.command('consultations').description('the consultations that you owe buyers')
  consultations
    .command('owed')
    .description('orders whose consultation has not been held, the longest waiting first')
    .action(async (_: unknown, command: Command) => {
      await withShop(io, (shop) => {
        const owed = consultationsOwed(shop.database, shop.payments)
        return printList(io, command, ordersList(owed, 'No consultation is owed.'))
      })
    })
  consultations
    .command('done')
    .description('mark a consultation as done')
    .argument('<order>', orderArgument)
    .option('--undo', 'remove the mark')
    .action(async (name: string, { undo }: { undo?: boolean }, command: Command) => {
      const done = async (shop: Shop) =>
        recordConsultation(shop.database, await orderId(shop, name), undo ? null : shop.now(), actor(shop))
      const order = await withShop(io, done)
      const { id } = order
      print(io, command, orderFields(order), () =>
        undo
          ? `The consultation of ${id} is no longer marked as done.`
          : `The consultation of ${id} is done.`,
      )
    })
}
