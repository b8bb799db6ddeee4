import { type Command, InvalidArgumentError } from 'commander'
import { closeMonths } from '../../server/orders/closed-months.ts'
import { moneyOf } from '../../server/orders/money.ts'
import { storedMode } from '../../server/payments/payment-mode.ts'
import { type LedgerRow, readLedger, type Span } from '../../server/stats/ledger.ts'
import { csv, type List, type Look } from '../format.ts'
import { type Io, UsageError } from '../io.ts'
import { type Shop, withShop } from '../open-shop.ts'
import { shownId } from '../orders-table.ts'
import { parseDay, startOf, stepsBefore } from '../periods.ts'
import { printList, printTexts } from '../print.ts'

const columns = [
  'date',
  'type',
  'order',
  'amount_cents',
  'tax_cents',
  'fee_cents',
  'currency',
  'country',
  'tax_id',
  'name',
  'email',
  'reference',
] as const satisfies (keyof LedgerRow)[]

interface Options {
  from?: number
  to?: number
  csv?: boolean
}

/** @returns the beginning of the month, in ms since 1970 */
function monthOf(text: string): number {
  const at = parseDay(`${text}-01`)
  if (at === null) throw new InvalidArgumentError('Use a month such as 2026-11.')
  return at
}

const nextMonth = (at: number): number => stepsBefore('month', at, -1)

/** @throws UsageError if the last month is before the first one */
function spanOf({ from = 0, to }: Options, now: number): Span {
  if (to !== undefined && to < from) throw new UsageError('--to is before --from.')
  return { from, to: nextMonth(to ?? now) }
}

const listOf = (rows: AsyncIterable<LedgerRow>): List<LedgerRow> => ({
  rows,
  headings: ['DATE (UTC)', 'TYPE', 'ORDER', 'AMOUNT', 'FEE', 'BUYER'],
  cells: (row, look: Look) => [
    row.date,
    row.type,
    shownId(row.order, look),
    moneyOf(row, row.amount_cents),
    row.fee_cents === null ? '' : moneyOf(row, row.fee_cents),
    [row.country, row.name, row.email].filter((part) => part !== null).join(', '),
  ],
  fields: (row) => row,
  none: 'No money has moved.',
})

/** How long Stripe may take to name a fee, in ms. */
const feeMayTake = 3_600_000

/**
 * What is exported does not change any more, if its month is over. A month stays open while the fee of a recent movement is on its
 * way: closed, it would never get it.
 * @returns how many such fees keep the months open
 */
async function close({ database, payments, now }: Shop, span: Span): Promise<number> {
  const until = Math.min(span.to, startOf('month', now()))
  if (until <= span.from) return 0
  const { count } = await database
    .selectFrom('movements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((movement) => movement.and(storedMode(payments)))
    .where('ask_at', 'is not', null)
    .where('at', '<', until)
    .where('moved_at', '>', now() - feeMayTake)
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) await closeMonths(database, payments, until)
  return Number(count)
}

export function addLedgerCommand(program: Command, io: Io): void {
  program
    .command('ledger')
    .description('each movement of money on its own date, for bookkeeping')
    .option('--from <month>', 'from this month on, such as 2026-11', monthOf)
    .option('--to <month>', 'until the end of this month', monthOf)
    .option('--csv', 'comma-separated values, amounts in the smallest unit, such as cents')
    .addHelpText(
      'after',
      `
Types: sale, refund, dispute (the bank takes the money when a dispute opens)
and dispute_returned (you won). Money that goes back is negative. A refund that
fails later has a second row with the opposite amount. Days are in UTC.

An export (--csv or --json) closes the months in it that are over, and all
months before them: no row is added, and no amount or fee changes. A movement
that the shop learns of later counts on that day, and its reference names the
day on which it happened. Names and addresses follow the orders, so they are
empty for a person whom you erased.

Fees, countries and tax numbers are empty if Stripe does not say them, or if the
key may not read them. Stripe may take an hour to name a fee: until then, an
export says so, and closes nothing.

Example:
  npm run shop -- ledger --from 2026-10 --to 2026-10 --csv > october.csv`,
    )
    .action((options: Options, command: Command) =>
      withShop(io, async (shop) => {
        const span = spanOf(options, shop.now())
        const { json } = command.optsWithGlobals<{ json?: boolean }>()
        const fees = options.csv || json ? await close(shop, span) : 0
        if (fees > 0) {
          const many = fees === 1 ? 'one fee' : `${fees} fees`
          io.error(`Stripe has not named ${many} yet, so no month was closed. Export again in an hour.`)
        }
        const rows = readLedger(shop.database, shop.payments, span)
        if (!options.csv || json) return printList(io, command, listOf(rows))
        return printTexts(
          io,
          csv([...columns], rows, (row) => columns.map((column) => row[column])),
        )
      }),
    )
}
