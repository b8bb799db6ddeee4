import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import { announce, previewAnnouncement } from '../../server/acts/announce.ts'
import {
  announcementId,
  announcementProgress,
  countBuyers,
  type Progress,
} from '../../server/announcements/progress.ts'
import { reasonOf } from '../../server/errors.ts'
import { type Notes, parseNotes } from '../../server/mail/notes.ts'
import { textOf } from '../../server/mail/text.ts'
import { confirm, type Io, print, UsageError } from '../io.ts'
import { type Shop, withShop } from '../open-shop.ts'

interface Options {
  notes: string
  preview?: boolean
  perMinute: number
  yes?: boolean
}

/** The file descriptor of the standard input. */
const standardInput = 0

/** @param typed a path, or `-` @throws UsageError if the file cannot be read or has no title */
function readNotes(io: Io, typed: string): { markdown: string; notes: Notes } {
  const file = typed === '-' ? 'The standard input' : io.path(typed)
  let markdown: string
  try {
    markdown = readFileSync(typed === '-' ? standardInput : file, 'utf8')
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${reasonOf(error)}.\nIf you may read it, but the user ${userInfo().username} may not, write: --notes - < ${typed}`,
    )
  }
  const notes = parseNotes(markdown)
  if (notes && notes.blocks.length > 0) return { markdown, notes }
  throw new UsageError(
    `${file} needs a title in its first line, such as "# What is new", and a text below it.`,
  )
}

function perMinute(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= 6000) return number
  throw new InvalidArgumentError('Use a whole number from 1 to 6000.')
}

function progressLine({ queued, sent, failed }: Progress, buyers: number): string {
  const done = queued + sent + failed
  // Some who have it may have unsubscribed since, and are no longer among the buyers.
  return `${done} of ${Math.max(buyers, done)} buyers: ${sent} sent, ${queued} waiting${failed ? `, ${failed} failed` : ''}`
}

async function preview(io: Io, shop: Shop, text: { id: string; notes: string }, notes: Notes): Promise<void> {
  const { sellerEmail, publicUrl } = shop.config
  io.out(textOf({ subject: '', preview: '', title: notes.title, blocks: notes.blocks }, publicUrl))
  if (sellerEmail === null) throw new UsageError('Set SELLER_EMAIL to get the preview as an email, too.')
  await previewAnnouncement(shop, text, sellerEmail)
  io.error(`A preview is queued for ${sellerEmail}. The running server sends it. No buyer gets anything.`)
}

/** 128 and the number of the signal SIGINT, as shells report it. */
const exitCodeOfCtrlC = 130

/** How often the progress is printed, in ms. */
const printEvery = 5000

/** Prints the progress at once, and then at most every `printEvery`. */
function progressPrinter(io: Io, buyers: number): (progress: Progress) => void {
  let printedAt = 0
  return (progress) => {
    if (Date.now() - printedAt < printEvery) return
    io.error(progressLine(progress, buyers))
    printedAt = Date.now()
  }
}

export function addAnnounceCommand(program: Command, io: Io): void {
  program
    .command('announce')
    .description('email every buyer with an open download: what changed, and their link')
    .requiredOption(
      '--notes <file>',
      'Markdown: a title in the first line, then what changed; - reads the standard input',
    )
    .option('--preview', 'print the email and send it only to SELLER_EMAIL')
    .option('--per-minute <number>', 'the most emails per minute', perMinute, 120)
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      `
Example:
  npm run shop -- announce --notes notes.md --preview
  npm run shop -- announce --notes notes.md

Headings, paragraphs, lists, links, code and bold words are formatted. The
running server sends the emails. If this command is stopped, run it again: it
continues with the buyers who do not yet have an announcement with this title.`,
    )
    .action(async (options: Options, command: Command) => {
      const { markdown, notes } = readNotes(io, options.notes)
      const id = announcementId(notes.title)
      await withShop(io, async (shop) => {
        const text = { id, notes: markdown }
        if (options.preview) return preview(io, shop, text, notes)
        const { buyers, unsubscribed } = await countBuyers(shop)
        const { queued, sent, failed } = await announcementProgress(shop.database, id)
        const remaining = Math.max(0, buyers - queued - sent - failed)
        const leftOut = unsubscribed > 0 ? ` ${unsubscribed} more unsubscribed, and get nothing.` : ''
        const question = `Email "${notes.title}" to ${remaining} of ${buyers} buyers?${leftOut} This cannot be undone.`
        if (!(await confirm(io, question, options.yes ?? false))) return
        const stop = () => {
          io.error('Stopped. Run the same command again: it continues with the other buyers.')
          process.exit(exitCodeOfCtrlC)
        }
        process.once('SIGINT', stop)
        const end = await announce(shop, text, options.perMinute, progressPrinter(io, buyers))
        process.off('SIGINT', stop)
        print(
          io,
          command,
          { title: notes.title, buyers, unsubscribed, ...end },
          `Done. ${progressLine(end, buyers)}.${leftOut} The running server sends the waiting emails, and doctor names the failed ones.`,
        )
      })
    })
}
