import type { Command } from 'commander'
import { type Resent, resend } from '../../server/acts/resend.ts'
import type { Io } from '../io.ts'
import { actor, withShop } from '../open-shop.ts'
import { orderArgument, orderId } from '../order-argument.ts'
import { print } from '../print.ts'

function resentText({ recipient, again }: Resent): string {
  const link =
    recipient === null || again.includes('receipt') ? [] : [`A new link is queued for ${recipient}.`]
  const retried = again.length === 0 ? [] : [`Queued again: ${again.join(', ')}.`]
  return [...link, ...retried, 'The running server sends it.'].join(' ')
}

export function addResendCommand(program: Command, io: Io): void {
  program
    .command('resend')
    .description('email a new download link, and retry failed mail')
    .argument('<order>', orderArgument)
    .addHelpText('after', '\nExample:\n  npm run shop -- resend ada@example.com')
    .action(async (name: string, _: unknown, command: Command) => {
      await withShop(io, async (shop) => {
        const id = await orderId(shop, name)
        const resent = await resend(shop, id, actor(shop))
        print(io, command, { order: id, ...resent }, () => resentText(resent))
      })
    })
}
