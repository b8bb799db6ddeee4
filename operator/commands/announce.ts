import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { announce } from '../../server/acts/announce.ts'
import { reasonOf } from '../../server/errors.ts'
import { readNews } from '../../server/mail/read-news.ts'
import { type Io, print, UsageError } from '../io.ts'
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
    .description('email a text with a download link to every buyer')
    .argument('<file>', 'Markdown: a title in the first line, then what changed; - reads the standard input')
    .addHelpText(
      'after',
      `
Example:
  npm run shop -- announce notes.md

Who has unsubscribed gets nothing, and nobody gets the same title twice. The
running server sends two emails a second.`,
    )
    .action(async (typed: string, _: unknown, command: Command) => {
      const news = readNews(readBytes(io, typed))
      const { buyers, queued } = await withShop(io, (shop) => announce(shop, news))
      const text = `Queued "${news.title}" for ${queued} of ${buyers} buyers.`
      print(io, command, { title: news.title, buyers, queued }, text)
    })
}
