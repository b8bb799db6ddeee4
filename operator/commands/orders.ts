import { type Command, Option } from 'commander'
import { consultation } from '#content/consultation.ts'
import { plainText } from '../../contract/checkout.ts'
import type { Order, SellerAction } from '../../server/database/schema.ts'
import { readLinkSecret } from '../../server/downloads/link-secret.ts'
import { invoiceUrl } from '../../server/invoices/invoice-link.ts'
import { emailKey } from '../../server/orders/address.ts'
import { listOrders } from '../../server/orders/find-orders.ts'
import { moneyOf } from '../../server/orders/money.ts'
import { paidOrdersOf } from '../../server/orders/paid-twice.ts'
import { mayDownload, type ShownStatus, shownStatus } from '../../server/orders/state.ts'
import { type OrderHistory, readHistory } from '../../server/seller/history.ts'
import { grantOrder, keepNote } from '../../server/shop.ts'
import { eventCells, eventHeadings } from '../events-table.ts'
import {
  actionFields,
  chargedCents,
  downloadFields,
  eventFields,
  isoTime,
  mailFields,
  orderFields,
} from '../fields.ts'
import { byteOrderMark, csv, jsonArray, keyValues, type Look, printable, table, time } from '../format.ts'
import { confirm, type Io } from '../io.ts'
import { addRange, firstOf, type ListRange } from '../list-options.ts'
import { actor, type Shop, withShop } from '../open-shop.ts'
import { orderArgument, orderId } from '../order-argument.ts'
import { ordersList } from '../orders-table.ts'
import { print, printList, printTexts } from '../print.ts'
import { marked } from '../tones.ts'
import { writePrivately } from '../write-privately.ts'
import { addAdoptCommand } from './adopt-orders.ts'

const statuses: ShownStatus[] = ['open', 'waiting', 'paid', 'refunded', 'disputed', 'expired', 'failed']
const byStatus = () => new Option('--status <status>', 'only orders of this status').choices(statuses)

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
  ['promotion_code', (order) => order.promotion_code],
  ['price', (order) => order.tier],
  ['terms_version', (order) => order.terms_version],
  ['provider', (order) => order.provider],
  ['real_money', (order) => (order.livemode ? 'yes' : 'no')],
  ['session_id', (order) => order.session_id],
  ['payment_id', (order) => order.payment_id],
  ['invoice_id', (order) => order.invoice_id],
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

/** Why the provider refused the checkout of an order, in its own words (`failOrder` in server/orders/session.ts). */
function refusalOf(events: OrderHistory['events']): string | null {
  const refused = events.find(({ type }) => type === 'observed.refused')
  return refused ? (JSON.parse(refused.payload).message ?? null) : null
}

/** `from ada@old.example, to ada@new.example` */
const detailsOf = ({ details }: SellerAction): string =>
  Object.entries(JSON.parse(details))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

function historyText(
  { order, actions, events, mails, downloads, otherPaid }: OrderHistory,
  invoice: string | null,
  look: Look,
): string {
  const charged = chargedCents(order)
  const status = shownStatus(order)
  const overview = keyValues(
    [
      ['order', order.id],
      ['status', marked(status, status === 'waiting' ? "waiting for the buyer's bank" : status)],
      ['download', mayDownload(order) ? 'open' : 'closed'],
      ['name', order.name],
      ['email', order.email],
      ['typed at checkout', order.email_key === emailKey(order.email) ? null : order.email_key],
      ['payer at provider', order.payer_email],
      ['has also paid', otherPaid.map(({ id }) => id).join(', ') || null],
      [
        'amount',
        `${moneyOf({ currency: order.currency }, order.amount_cents)} (${order.granted_at === null ? `${order.tier} price` : 'granted'})`,
      ],
      ['charged', charged === null ? null : moneyOf(order, charged)],
      ['tax', order.tax_cents ? moneyOf(order, order.tax_cents) : null],
      ['refunded', order.refunded_cents > 0 ? moneyOf(order, order.refunded_cents) : null],
      ['code', order.promotion_code],
      ['dispute', order.dispute],
      ['note', order.note],
      ['terms version', order.terms_version],
      ['provider', order.livemode ? order.provider : `${order.provider}, no real money`],
      ['session', order.session_id],
      ['payment', order.payment_id],
      ['invoice', order.invoice_id],
      ['created', time(order.created_at)],
      ['checkout expires', status === 'open' ? time(order.expires_at) : null],
      ['paid', time(order.paid_at)],
      ['failed', time(order.failed_at)],
      ['refused with', refusalOf(events)],
      ['expired', time(order.expired_at)],
      ['refunded at', time(order.refunded_at)],
      ['disputed at', time(order.disputed_at)],
      ['revoked at', time(order.revoked_at)],
      ['restored at', time(order.restored_at)],
      ['consultation done', time(order.consultation_done_at)],
      ['unsubscribed', time(order.unsubscribed_at)],
      ['erased at', time(order.erased_at)],
    ],
    look,
  )
  const tableOf = (headings: string[], rows: unknown[][]) => table(headings, rows, undefined, look)
  const eventTable = tableOf(
    eventHeadings,
    events.map((event) => eventCells(event, look)),
  )
  const actionTable = tableOf(
    ['AT (UTC)', 'WHAT', 'BY', 'DETAILS'],
    actions.map((one) => [time(one.at), one.action, one.by, detailsOf(one)]),
  )
  const mailTable = tableOf(
    ['AT (UTC)', 'KIND', 'STATUS', 'TRIES', 'TO', 'PROBLEM'],
    mails.map((mail) => [
      time(mail.sent_at ?? mail.created_at),
      mail.kind,
      marked(mail.status),
      mail.attempts,
      mail.recipient,
      mail.last_error,
    ]),
  )
  const downloadTable = tableOf(
    ['AT (UTC)', 'WHAT', 'BYTES', 'IP', 'BROWSER'],
    downloads.map((download) => [
      time(download.at),
      download.kind,
      download.bytes,
      download.ip,
      download.user_agent,
    ]),
  )
  // Not in the overview, which breaks links, because they may come from strangers.
  const invoiceLink = invoice === null ? '' : `\n\nOpen the invoice\n${invoice}`
  return `${overview}${invoiceLink}\n\nChanges by the seller\n${actionTable}\n\nEvents\n${eventTable}\n\nMail\n${mailTable}\n\nDownloads\n${downloadTable}`
}

interface ListOptions extends ListRange {
  status?: ShownStatus
  email?: string
  find?: string
}

const historyFields = (
  { order, actions, events, mails, downloads, otherPaid }: OrderHistory,
  invoice: string | null,
) => ({
  order: orderFields(order),
  invoice_url: invoice,
  actions: actions.map(actionFields),
  events: events.map(eventFields),
  mails: mails.map(mailFields),
  downloads: downloads.map(downloadFields),
  other_paid_orders: otherPaid.map(({ id }) => id),
})

interface NoteOptions {
  replace?: boolean
}

interface GrantOptions {
  name: string
  yes?: boolean
  reason: string
}

/** Asks before an order for somebody who has one. They may have forgotten it, and need only a new link. */
async function mayGrant(io: Io, shop: Shop, email: string, yes = false): Promise<boolean> {
  const [order] = await paidOrdersOf(shop.database, shop.payments, email)
  if (!order) return true
  const question = `${email} already has order ${order.id}. A new link for it: npm run shop -- resend ${order.id}. Grant another order?`
  return confirm(io, question, yes)
}

export function addOrdersCommands(program: Command, io: Io): void {
  const orders = program.command('orders').description('list, show and export orders')
  addRange(orders.command('list').description('orders, newest first'))
    .addOption(byStatus())
    .option('--email <address>', "only orders of this buyer's address")
    .option('--find <text>', "part of a name, an address, or the provider's payment or session id")
    .addHelpText(
      'after',
      '\nExample:\n  npm run shop -- orders list --status paid --since 2026-11-01 --limit 20',
    )
    .action(async (options: ListOptions, command: Command) => {
      await withShop(io, (shop) => {
        const orders = firstOf(listOrders(shop.database, options), options.limit)
        return printList(io, command, ordersList(orders))
      })
    })
  orders
    .command('show')
    .description('full history of an order, for dispute evidence')
    .argument('<order>', orderArgument)
    .addHelpText('after', '\nExample:\n  npm run -s shop -- orders show 0198-… --json > evidence.json')
    .action(async (name: string, _: unknown, command: Command) => {
      const { history, invoice } = await withShop(io, async (shop) => {
        const history = await readHistory(shop.database, await orderId(shop, name))
        const linkSecret = readLinkSecret(shop.config)
        return { history, invoice: linkSecret && invoiceUrl(history.order, { ...shop, linkSecret }) }
      })
      print(io, command, historyFields(history, invoice), (look) => historyText(history, invoice, look))
    })
  orders
    .command('grant')
    .description('give the kit to somebody: a gift, or paid elsewhere; emails the receipt')
    .argument('<email>', "the buyer's address")
    .requiredOption('--name <name>', "the buyer's name")
    .option('-y, --yes', 'do not ask if this buyer already has a paid order')
    .requiredOption('--reason <text>', 'for your records, such as "gift" or "bank transfer 4711"')
    .addHelpText(
      'after',
      '\nExample:\n  npm run shop -- orders grant ada@example.com --name "Ada" --reason gift',
    )
    .action(async (email: string, options: GrantOptions, command: Command) => {
      const { name, reason } = options
      const order = await withShop(io, async (shop) =>
        (await mayGrant(io, shop, email, options.yes))
          ? grantOrder(shop, { name, email, reason }, actor(shop))
          : null,
      )
      if (!order) return
      const text = `Order ${order.id} is granted. The running server sends the receipt to ${order.email}.`
      print(io, command, orderFields(order), () => text)
    })
  orders
    .command('note')
    .description('keep your own words with an order, after an earlier note')
    .argument('<order>', orderArgument)
    .argument('<text>', 'such as "invoice 2026-17"; "" removes the note')
    .option('--replace', 'in place of an earlier note')
    .addHelpText('after', '\nExample:\n  npm run shop -- orders note 0198-… "invoice 2026-17"')
    .action(async (name: string, text: string, { replace = false }: NoteOptions, command: Command) => {
      const order = await withShop(io, async (shop) =>
        keepNote(shop.database, await orderId(shop, name), { text, replaces: replace }, actor(shop)),
      )
      const result =
        order.note === null
          ? `Order ${order.id} has no note.`
          : `The note of order ${order.id}: ${printable(order.note)}`
      print(io, command, orderFields(order), () => result)
    })
  addAdoptCommand(orders, io)
  addRange(orders.command('export').description('orders as CSV, for a spreadsheet or for bookkeeping'))
    .option('--csv', 'CSV (default)')
    .option('--output <file>', 'write to a file that only you can read, instead of to the terminal')
    .addOption(byStatus())
    .addHelpText('after', '\nExample:\n  npm run shop -- orders export --output orders.csv')
    .action(async (options: ListOptions & { output?: string }, command: Command) => {
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
