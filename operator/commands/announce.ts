import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { Markdown } from '../../contract/markdown.ts'
import { announce } from '../../server/acts/announce.ts'
import { reasonOf } from '../../server/errors.ts'
import { readNews } from '../../server/mail/read-news.ts'
import { textOf } from '../../server/mail/text.ts'
import { confirm, type Io, print, UsageError } from '../io.ts'
import { withShop } from '../open-shop.ts'

/** @param typed a path, or `-` for the standard input @throws UsageError if the file cannot be read */
function readBytes(io: Io, typed: string): Uint8Array {
  const file = io.path(typed)
  try {
    return readFileSync(typed === '-' ? 0 : file)
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${reasonOf(error)}.\nIf you may read it: announce - < ${typed}`,
    )
  }
}

export function addAnnounceCommand(program: Command, io: Io): void {
  program
    .command('announce')
    .description('print a text, and email it with a download link to every buyer')
    .argument('<file>', 'Markdown: a title in the first line, then what changed; - reads the standard input')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      `
Example:
  npm run shop -- announce notes.md

Who has unsubscribed gets nothing, and nobody gets the same title twice. The
running server sends the emails.`,
    )
    .action(async (typed: string, { yes = false }: { yes?: boolean }, command: Command) => {
      const news = readNews(readBytes(io, typed))
      await withShop(io, async (shop) => {
        io.error(textOf(new Markdown(`# ${news.title}\n\n${news.text}`)))
        if (!(await confirm(io, 'Email this to every buyer? This cannot be undone.', yes))) return
        const { buyers, queued } = await announce(shop, news)
        const text = `Queued for ${queued} of ${buyers} buyers. The running server sends two a second.`
        print(io, command, { title: news.title, buyers, queued }, text)
      })
    })
}
