import { type Command, Option } from 'commander'
import { catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { formatMoney } from '../../contract/money.ts'
import { type DailyFigures, dailyFigures, firstDay } from '../../server/stats/daily-figures.ts'
import { otherCurrencies, type Span } from '../../server/stats/money.ts'
import { barChart } from '../chart.ts'
import { csv, type Look, plainLook, table } from '../format.ts'
import { type Io, UsageError } from '../io.ts'
import { type Shop, withShop } from '../open-shop.ts'
import { dayName, parseDay, periodName, type Step, startOf, stepsBefore } from '../periods.ts'
import { print, printTexts } from '../print.ts'
import { printSources } from '../sources-table.ts'

const day = 86_400_000

/** How many periods are shown by default. */
const defaultCounts: Record<Step, number> = { day: 30, week: 12, month: 12 }

const sum = (days: DailyFigures[], figureOf: (figures: DailyFigures) => number) =>
  days.reduce((total, figures) => total + figureOf(figures), 0)

/** The figures of a period, with the names in `--json` and `--csv`. */
function addUp(days: DailyFigures[]) {
  const revenueCents = sum(days, (one) => one.revenue)
  const refundedCents = sum(days, (one) => one.refunded)
  const disputedCents = sum(days, (one) => one.disputed)
  return {
    views: sum(days, (one) => one.views),
    checkouts: sum(days, (one) => one.checkouts),
    paid: sum(days, (one) => one.paid),
    earlyBird: sum(days, (one) => one.early),
    revenueCents,
    refunds: sum(days, (one) => one.refunds),
    refundedCents,
    disputedCents,
    netCents: revenueCents - refundedCents - disputedCents,
    downloads: sum(days, (one) => one.downloads),
  }
}

type Figures = ReturnType<typeof addUp>
type Period = { from: string } & Figures

function periodsOf(days: DailyFigures[], by: Step): Period[] {
  const grouped = Map.groupBy(days, (figures) => startOf(by, figures.day))
  return [...grouped].map(([start, figures]) => ({ from: periodName(by, start), ...addUp(figures) }))
}

const money = (cents: number) => formatMoney(cents, catalog.currency, site.language)
const count = (value: number) => value.toLocaleString('en-US')

const columns: [heading: string, cell: (figures: Figures) => string][] = [
  ['VIEWS', ({ views }) => count(views)],
  ['BEGUN', ({ checkouts }) => count(checkouts)],
  ['PAID', ({ paid }) => count(paid)],
  ['EARLY', ({ earlyBird }) => count(earlyBird)],
  ['REVENUE', ({ revenueCents }) => money(revenueCents)],
  ['REFUNDED', ({ refundedCents }) => money(refundedCents)],
  ['DISPUTED', ({ disputedCents }) => money(disputedCents)],
  ['DOWNLOADS', ({ downloads }) => count(downloads)],
]

/** A table of the periods and their total. Numbers are aligned to the right. */
function figuresTable(periods: Period[], total: Figures, by: Step, { paint }: Look): string {
  const rows = [...periods, { from: 'total', ...total }]
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)))
  const widths = columns.map(([heading], column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const alignRight = (texts: string[]) => texts.map((text, column) => text.padStart(widths[column] ?? 0))
  return table(
    [by.toUpperCase(), ...alignRight(columns.map(([heading]) => heading))],
    rows.map((row, index) => [row.from, ...alignRight(cells[index] ?? [])]),
    undefined,
    // Digits must not be left out, so the table may become wide.
    { ...plainLook, paint },
  )
}

/** The share of each step in the step before it. The share is left out if the step before is 0. */
function funnel({ views, checkouts, paid, downloads }: Figures): string {
  const steps: [name: string, value: number, before: number][] = [
    ['page views', views, 0],
    ['checkouts begun', checkouts, views],
    ['paid', paid, checkouts],
    ['downloaded', downloads, paid],
  ]
  const share = (value: number, before: number) =>
    before > 0 ? `${((value / before) * 100).toFixed(1)}%` : ''
  return barChart(
    steps.map(([name, value, before]) => ({
      name,
      value,
      shown: `${count(value)} ${share(value, before).padStart(6)}`,
    })),
  )
}

interface Options {
  by: Step
  since?: string
  until?: string
  csv?: boolean
  sources?: boolean
}

function readDay(text: string | undefined, option: string): number | null {
  if (text === undefined) return null
  const at = parseDay(text)
  if (at === null) throw new UsageError(`${option} is "${text}", which is not a day such as 2026-11-23.`)
  return at
}

/** @throws UsageError if a day is invalid, or if the period has no day */
async function readSpan({ by, since, until }: Options, { database, payments, now }: Shop): Promise<Span> {
  const last = readDay(until, '--until') ?? Math.floor(now() / day) * day
  const from =
    readDay(since, '--since') ??
    Math.max(
      stepsBefore(by, last, defaultCounts[by] - 1),
      startOf(by, (await firstDay(database, payments)) ?? last),
    )
  if (from > last) throw new UsageError(`There is no day from ${dayName(from)} to ${dayName(last)}.`)
  return { from, to: last + day }
}

interface Stats {
  periods: Period[]
  by: Step
  span: Span
  total: Figures
  isRealMoney: boolean
  /** Currencies whose money is left out. */
  others: string[]
}

/** The heading, the table, the revenue as a chart, and the funnel. */
function describe({ periods, by, span, total, isRealMoney, others }: Stats, look: Look): string {
  const net = periods.map(({ from, netCents }) => ({
    name: from,
    value: netCents,
    shown: money(netCents),
  }))
  return [
    `${dayName(span.from)} to ${dayName(span.to - day)}, UTC${isRealMoney ? '' : '. No real money: test orders'}`,
    figuresTable(periods, total, by, look),
    ...others.map((other) => `Money in ${other.toUpperCase()} is left out.`),
    look.paint('heading', `Revenue by ${by} after refunds and disputes`),
    barChart(net),
    look.paint('heading', 'From page views to downloads, each as a share of the step before'),
    funnel(total),
  ].join('\n\n')
}

export function addStatsCommand(program: Command, io: Io): void {
  program
    .command('stats')
    .description('revenue, orders, refunds and page views by day, week or month')
    .addOption(
      new Option('--by <step>', 'the period of one line').choices(['day', 'week', 'month']).default('day'),
    )
    .option('--since <day>', 'from this day on, such as 2026-11-01 (30 days, 12 weeks or 12 months)')
    .option('--until <day>', 'until the end of this day (today)')
    .option('--csv', 'comma-separated values, amounts in the smallest unit, such as cents')
    .option('--sources', 'instead: page views by website with a link, and by utm_source')
    .addHelpText(
      'after',
      `
Days are in UTC, and a week begins on Monday. A sale counts on the day of its
payment, a refund on its own day, and a dispute on the day on which you lose it.
The chart is what stays. Fees and taxes are in Stripe's balance report. What you
grant is neither a checkout nor a sale. An order counts as downloaded on the day
of its first download. The server counts page views, but not those of programs.
It stores totals by day and page, and by day and source, and nothing about
visitors. If the site is on a CDN, the server sees no page views.

Examples:
  npm run shop -- stats --by month
  npm run shop -- stats --since 2026-11-01 --csv > november.csv
  npm run shop -- stats --sources`,
    )
    .action((options: Options, command: Command) =>
      withShop(io, async (shop) => {
        const span = await readSpan(options, shop)
        if (options.sources) return printSources(io, command, shop, span, options.csv)
        const days = await dailyFigures(shop.database, shop.payments, span)
        const periods = periodsOf(days, options.by)
        const total = addUp(days)
        if (options.csv) {
          const names = Object.keys(total) as (keyof Figures)[]
          return printTexts(
            io,
            csv([options.by, ...names], periods, (row) => [row.from, ...names.map((name) => row[name])]),
          )
        }
        const { from, to } = span
        const data = { by: options.by, since: dayName(from), until: dayName(to - day), periods, total }
        const isRealMoney = shop.payments.livemode
        const others = await otherCurrencies(shop.database, shop.payments, span, catalog.currency)
        print(io, command, data, (look) =>
          describe({ periods, by: options.by, span, total, isRealMoney, others }, look),
        )
      }),
    )
}
