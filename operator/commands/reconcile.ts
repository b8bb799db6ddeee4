import type { Command } from 'commander'
import { reconcile } from '../../server/acts/reconcile.ts'
import { reasonOf, ShopError } from '../../server/errors.ts'
import { table } from '../format.ts'
import { type Io, print } from '../io.ts'
import { withShop } from '../open-shop.ts'

export function addReconcileCommand(program: Command, io: Io): void {
  program
    .command('reconcile')
    .description('ask the provider now about every open order and about missed events')
    .option(
      '--former-host <host>',
      'after a move: the host of the former PUBLIC_URL, to restore lost orders from there',
    )
    .action(async ({ formerHost }: { formerHost?: string }, command: Command) => {
      const { events, orders } = await withShop(io, (shop) => reconcile(shop, formerHost))
      const results = orders.map(({ error, ...order }) => ({
        ...order,
        problem: error === undefined ? null : reasonOf(error),
      }))
      const rows = results.map(({ id, before, after, problem }) => [id, before, after, problem])
      print(io, command, results, table(['ORDER', 'BEFORE', 'NOW', 'PROBLEM'], rows, 'No order is open.'))
      if (typeof events === 'number') io.error(`Missed events applied: ${events}.`)
      else {
        throw new ShopError(
          'provider_failed',
          `The provider did not list its events: ${reasonOf(events.error)}`,
          { remedy: 'Try again later. Nothing is lost. The key needs permission to read events.' },
        )
      }
      const failed = results.filter(({ problem }) => problem !== null).length
      if (failed > 0) {
        throw new ShopError('provider_failed', `The provider did not answer for ${failed} of these orders.`, {
          remedy: 'Try again later. Nothing is lost.',
        })
      }
    })
}
