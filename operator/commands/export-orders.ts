import type { Command } from 'commander'
import { consultation } from '#content/consultation.ts'
import { plainText } from '../../contract/checkout.ts'
import type { Order } from '../../server/database/schema.ts'
import { listOrders } from '../../server/orders/find-orders.ts'
import { shownStatus } from '../../server/orders/state.ts'
import { chargedCents, isoTime } from '../fields.ts'
import { byteOrderMark, csv, jsonArray } from '../format.ts'
import type { Io } from '../io.ts'
import { addRange, byStatus, firstOf, type OrdersRange } from '../list-options.ts'
import { withShop } from '../open-shop.ts'
import { printTexts } from '../print.ts'
import { writePrivately } from '../write-privately.ts'

type Column = [heading: string, value: (order: Order) => unknown]

const consultationColumn: Column = ['consultation_done_at', (order) => isoTime(order.consultation_done_at)]

/** The columns of an export for bookkeeping. Times are in ISO 8601. */
const exportColumns: Column[] = [
  ['id', (order) => order.id],
  ['created_at', (order) => isoTime(order.created_at)],
  ['paid_at', (order) => isoTime(order.paid_at)],
  ['refunded_at', (order) => isoTime(order.refunded_at)],
  ['status', shownStatus],
  ['dispute', (order) => order.dispute],
  // A bookkeeper needs each name as the buyer typed it, also one that the mails leave out.
  ['name', (order) => plainText(order.name)],
  ['email', (order) => order.email],
  ['amount_cents', (order) => order.amount_cents],
  ['charged_cents', chargedCents],
  ['tax_cents', (order) => order.tax_cents],
  ['refunded_cents', (order) => order.refunded_cents],
  ['currency', (order) => order.currency],
  ['price', (order) => order.tier],
  ['terms_version', (order) => order.terms_version],
  ['provider', (order) => order.provider],
  ['real_money', (order) => (order.livemode ? 'yes' : 'no')],
  ['session_id', (order) => order.session_id],
  ['payment_id', (order) => order.payment_id],
  ...(consultation ? [consultationColumn] : []),
  ['note', (order) => order.note],
]

const exportedCsv = (orders: AsyncIterable<Order>): AsyncIterable<string> =>
  csv(
    exportColumns.map(([heading]) => heading),
    orders,
    (order) => exportColumns.map(([, value]) => value(order)),
  )

async function* exportedJson(orders: AsyncIterable<Order>): AsyncGenerator<string> {
  async function* objects() {
    for await (const order of orders)
      yield Object.fromEntries(exportColumns.map(([heading, value]) => [heading, value(order)]))
  }
  yield* jsonArray(objects())
}

interface ExportOptions extends OrdersRange {
  output?: string
}

export function addExportCommand(orders: Command, io: Io): void {
  addRange(orders.command('export').description('orders as CSV, for a spreadsheet or for bookkeeping'))
    .option('--csv', 'CSV (default)')
    .option('--output <file>', 'write to a file that only you can read, instead of to the terminal')
    .addOption(byStatus())
    .addHelpText('after', '\nExample:\n  npm run shop -- orders export --output orders.csv')
    .action(async (options: ExportOptions, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>()
      await withShop(io, async (shop) => {
        let count = 0
        async function* counted() {
          for await (const order of firstOf(listOrders(shop.database, options), options.limit)) {
            count++
            yield order
          }
        }
        const texts = json ? exportedJson(counted()) : exportedCsv(counted())
        if (!options.output) return printTexts(io, texts)
        await writePrivately(io.path(options.output), texts, json ? '' : byteOrderMark)
        io.error(`${count} orders written to ${options.output}`)
      })
    })
}
