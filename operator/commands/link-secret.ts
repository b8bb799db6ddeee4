import type { Command } from 'commander'
import { forgetLinkSecret } from '../../server/downloads/link-secret.ts'
import { confirm, type Io } from '../io.ts'
import { withShop } from '../open-shop.ts'
import { print } from '../print.ts'

/** `forget-link-secret`: the seller has lost the key of the download links. */
export function addLinkSecretCommand(program: Command, io: Io): void {
  program
    .command('forget-link-secret')
    .description('let the server start with a new key for download links, if the old key is lost')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      `
From its next start, the server signs with LINK_SECRET, or creates a key. To
change the key without breaking links, set LINK_SECRET to both keys instead:
the new one, a comma, the old one.`,
    )
    .action(async (options: { yes?: boolean }, command: Command) => {
      const question =
        'Every link in sent emails stops working, and its page offers to email a new one. Continue?'
      if (!(await confirm(io, question, options.yes ?? false))) return
      await withShop(io, ({ database }) => forgetLinkSecret(database))
      print(
        io,
        command,
        { forgotten: true },
        () => 'At its next start, the server uses the current key, or creates one if there is none.',
      )
    })
}
