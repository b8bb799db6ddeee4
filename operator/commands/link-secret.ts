import type { Command } from 'commander'
import { forgetLinkSecret } from '../../server/downloads/link-secret.ts'
import { confirm, type Io } from '../io.ts'
import { withShop } from '../open-shop.ts'
import { print } from '../print.ts'

/** The way out when the key of the download links is lost. */
export function addLinkSecretCommand(program: Command, io: Io): void {
  program
    .command('forget-link-secret')
    .description('let the server start with another key of the download links, when the former one is lost')
    .option('--yes', 'do it without asking')
    .addHelpText(
      'after',
      `
The next start of the server signs with LINK_SECRET, or makes a key of its own. To change the key while links go on
working, set LINK_SECRET to both instead: the new one, a comma, the former one.`,
    )
    .action(async (options: { yes?: boolean }, command: Command) => {
      const question = 'Every link in mails sent so far stops working; its page mails a fresh one. Go on?'
      if (!(await confirm(io, question, options.yes ?? false))) return
      await withShop(io, ({ database }) => forgetLinkSecret(database))
      print(
        io,
        command,
        { forgotten: true },
        () => 'The next start of the server takes the key that it finds, or makes one.',
      )
    })
}
