import type { Command } from 'commander'
import { sendTestMail } from '../../server/mail/test-mail.ts'
import type { Io } from '../io.ts'
import { readConfig } from '../open-shop.ts'
import { print } from '../print.ts'

export function addMailCommands(program: Command, io: Io): void {
  program
    .command('mail')
    .description('try the mail server')
    .command('test')
    .description('send a mail of the shop to any address now, and print what the server says')
    .argument('<address>', 'where to, such as your own mailbox at another provider')
    .addHelpText('after', '\nExample:\n  npm run shop -- mail test me@example.com')
    .action(async (address: string, _: unknown, command: Command) => {
      const { to, folder } = await sendTestMail(readConfig(io), address, Date.now())
      const text =
        folder === null
          ? `The mail server took a mail to ${to}. Look into the mailbox, and among the spam.`
          : `SMTP_URL is not set, so the mail to ${to} is in ${folder}.`
      print(io, command, { to, folder }, () => text)
    })
}
