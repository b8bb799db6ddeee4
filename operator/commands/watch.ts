import type { Command } from 'commander'
import type { Io } from '../io.ts'
import { readConfig } from '../open-shop.ts'
import { print } from '../print.ts'
import { watchShop } from '../watch/watch.ts'

/** @param notGood called if a check failed. The program then exits with 1 */
export function addWatchCommand(program: Command, io: Io, notGood: () => void): void {
  program
    .command('watch')
    .description('check the running shop, and mail SELLER_EMAIL what is new')
    .addHelpText(
      'after',
      `
For a timer: deploy/shop-watch.timer runs it every five minutes. It asks the
public address whether the shop can sell, and looks at its certificate, the
database, failed and late mail, the last backup, events without an order, and
the disk. SELLER_EMAIL gets one mail for each new problem, and one when it is
over. After each run without a problem it calls WATCH_URL, so that a monitor
outside notices when this machine is silent. Exits with 1 if there is a problem.`,
    )
    .action(async (_: unknown, command: Command) => {
      const { good, results, problem } = await watchShop(readConfig(io))
      print(io, command, { good, checks: results, problem }, ({ paint }) =>
        results
          .map(({ state, check, what }) => {
            const tone = state === 'ok' ? 'good' : state === 'problem' ? 'bad' : 'attention'
            return `${paint(tone, state.padEnd(7))}  ${check.padEnd(16)}  ${what}`
          })
          .join('\n'),
      )
      if (problem) io.error(problem)
      if (!good) notGood()
    })
}
