import type { Command } from 'commander'
import { type Act, acts, perform } from '../../server/acts/acts.ts'
import { grantOrder } from '../../server/acts/grant-order.ts'
import { orderFields } from '../fields.ts'
import { type Io, print } from '../io.ts'
import { actor, orderArgument, orderId, withShop } from '../open-shop.ts'

function addActCommand(program: Command, io: Io, act: Act): void {
  const { name, help, field } = act
  const command = program.command(name).description(help).argument('<order>', orderArgument)
  if (field?.type === 'flag') command.option(`--${field.name}`, field.label)
  else if (field) command.argument(`<${field.name}>`, field.label)
  const values = field ? { email: ' ada@example.com', text: ' "invoice 2026-17"', flag: '' }[field.type] : ''
  command
    .addHelpText('after', `\nExample:\n  npm run shop -- ${name} 0198-…${values}`)
    .action(async (order: string, ...rest: unknown[]) => {
      const typed = typeof rest[0] === 'string' ? rest[0] : field && command.opts()[field.name] ? 'yes' : ''
      const after = await withShop(io, async (shop) =>
        perform(shop, act, await orderId(shop, order), typed, actor(shop)),
      )
      print(io, command, orderFields(after), `${after.id}: ${act.done(after)}`)
    })
}

/** A command for each act, and the one that makes an order. */
export function addActCommands(program: Command, io: Io): void {
  for (const act of acts) addActCommand(program, io, act)
  program
    .command('grant')
    .description('give the kit to somebody: a gift, or paid elsewhere; emails the receipt')
    .argument('<email>', "the buyer's address")
    .requiredOption('--name <name>', "the buyer's name")
    .requiredOption('--reason <text>', 'for your records, such as "gift" or "bank transfer 4711"')
    .addHelpText('after', '\nExample:\n  npm run shop -- grant ada@example.com --name "Ada" --reason gift')
    .action(async (email: string, { name, reason }: { name: string; reason: string }, command: Command) => {
      const order = await withShop(io, (shop) => grantOrder(shop, { name, email, reason }, actor(shop)))
      const text = `Order ${order.id} is granted. The running server sends the receipt to ${order.email}.`
      print(io, command, orderFields(order), text)
    })
}
