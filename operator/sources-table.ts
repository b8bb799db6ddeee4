import type { Command } from 'commander'
import { dailyFigures } from '../server/stats/daily-figures.ts'
import type { Span } from '../server/stats/money.ts'
import { viewsBySource } from '../server/stats/views-by-source.ts'
import { csv, table } from './format.ts'
import type { Io } from './io.ts'
import type { Shop } from './open-shop.ts'
import { dayName } from './periods.ts'
import { print, printTexts } from './print.ts'

const day = 86_400_000

/** How many sources the table shows. */
const mostShown = 40

/** Prints where the page views of a period came from. */
export async function printSources(
  io: Io,
  command: Command,
  { database, payments }: Shop,
  span: Span,
  asCsv = false,
): Promise<void> {
  const sources = await viewsBySource(database, span)
  if (asCsv) {
    return printTexts(
      io,
      csv(['source', 'views'], sources, ({ source, views }) => [source, views]),
    )
  }
  const days = await dailyFigures(database, payments, span)
  const views = days.reduce((sum, one) => sum + one.views, 0)
  const [since, until] = [dayName(span.from), dayName(span.to - day)]
  print(io, command, { since, until, views, sources }, (look) => {
    const count = (value: number) => value.toLocaleString('en-US')
    const width = Math.max('VIEWS'.length, ...sources.map((one) => count(one.views).length))
    const rows = sources.slice(0, mostShown).map((one) => [count(one.views).padStart(width), one.source])
    const more = sources.length - rows.length
    return [
      `${since} to ${until}, UTC: ${count(views)} page views`,
      table(['VIEWS'.padStart(width), 'SOURCE'], rows, 'No view has a source.', look),
      ...(more > 0 ? [`${more} more: --csv lists all of them.`] : []),
      'Views without a source are typed addresses, bookmarks, mail programs, and links\nwithin the shop. A view with a website and a utm_source counts for both.',
    ].join('\n\n')
  })
}
