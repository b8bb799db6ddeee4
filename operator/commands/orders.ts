import { type Command, InvalidArgumentError } from 'commander'
import { consultation } from '#content/consultation.ts'
import type { Order } from '../../server/database/schema.ts'
import { consultationsOwed, listOrders } from '../../server/orders/find-orders.ts'
import { moneyOf } from '../../server/orders/money.ts'
import { personOf } from '../../server/orders/plain-name.ts'
import { chargeOf, mayDownload, shownStatus } from '../../server/orders/state.ts'
import { type OrderHistory, readHistory } from '../../server/seller/history.ts'
import { actFields, chargedCents, downloadFields, eventFields, mailFields, orderFields } from '../fields.ts'
import { csv, keyValues, table, time } from '../format.ts'
import { type Io, print } from '../io.ts'
import { orderArgument, orderId, withShop } from '../open-shop.ts'

/** The state of the payment, and whether real money moved. */
function stateOf(order: Order): string {
  const isPart = order.refunded_cents > 0 && order.status !== 'refunded'
  const status = shownStatus(order)
  const words = [
    status === 'disputed' ? `dispute ${order.dispute}` : isPart ? 'partly refunded' : status,
    status !== 'disputed' && order.dispute !== null && `dispute ${order.dispute}`,
    order.revoked_at !== null && 'closed',
    order.granted_at !== null && 'granted',
    !order.livemode && (order.provider === 'sandbox' ? 'sandbox' : 'test mode'),
  ]
  return words.filter(Boolean).join(', ')
}

export const ordersTable = (orders: Order[]): string =>
  table(
    ['ID', 'AT (UTC)', 'STATUS', 'AMOUNT', 'BUYER'],
    orders.map((order) => [
      order.id,
      time(order.created_at),
      stateOf(order),
      moneyOf(order, chargeOf(order)),
      personOf(order),
    ]),
    'No orders.',
  )

function describe({ order, acts, mails, downloads }: OrderHistory): string {
  const charged = chargedCents(order)
  const overview = keyValues([
    ['order', order.id],
    ['status', stateOf(order)],
    ['download', mayDownload(order) ? 'open' : 'closed'],
    ['name', order.name],
    ['email', order.email],
    ['payer at provider', order.payer_email],
    ['price', `${moneyOf({ currency: order.currency }, order.amount_cents)} (${order.tier})`],
    ['charged', charged === null ? null : moneyOf(order, charged)],
    ['tax', order.tax_cents ? moneyOf(order, order.tax_cents) : null],
    ['refunded', order.refunded_cents > 0 ? moneyOf(order, order.refunded_cents) : null],
    ['note', order.note],
    ['terms version', order.terms_version],
    ['session', order.session_id],
    ['payment', order.payment_id],
    ['created', time(order.created_at)],
    ['paid', time(order.paid_at)],
    ['failed', time(order.failed_at)],
    ['refunded at', time(order.refunded_at)],
    ['disputed at', time(order.disputed_at)],
    ['consultation done', time(order.consultation_done_at)],
    ['unsubscribed', time(order.unsubscribed_at)],
    ['erased', time(order.erased_at)],
  ])
  const acted = table(
    ['AT (UTC)', 'WHAT', 'BY', 'DETAILS'],
    acts.map(({ at, action, by, details }) => [time(at), action, by, details]),
  )
  const mailed = table(
    ['AT (UTC)', 'KIND', 'STATUS', 'TO', 'PROBLEM'],
    mails.map((mail) => [
      time(mail.sent_at ?? mail.created_at),
      mail.kind,
      mail.status,
      mail.recipient,
      mail.last_error,
    ]),
  )
  const downloaded = table(
    ['AT (UTC)', 'WHAT', 'BYTES', 'IP', 'BROWSER'],
    downloads.map(({ at, kind, bytes, ip, user_agent }) => [time(at), kind, bytes, ip, user_agent]),
  )
  return `${overview}\n\nWhat you did\n${acted}\n\nMail\n${mailed}\n\nDownloads\n${downloaded}`
}

const historyFields = ({ order, acts, events, mails, downloads }: OrderHistory) => ({
  order: orderFields(order),
  acts: acts.map(actFields),
  events: events.map(eventFields),
  mails: mails.map(mailFields),
  downloads: downloads.map(downloadFields),
})

function countOf(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('Use a whole number above 0.')
}

interface ListOptions {
  find?: string
  owed?: boolean
  csv?: boolean
  limit?: number
}

export function addOrdersCommands(program: Command, io: Io): void {
  const orders = program.command('orders').description('list and show orders')
  const list = orders
    .command('list')
    .description('orders, newest first')
    .option('--find <text>', "part of a name, an address, or the provider's payment or session id")
    .option('--limit <number>', 'at most this many', countOf)
    .option('--csv', 'comma-separated values, for bookkeeping')
    .addHelpText(
      'after',
      '\nExample:\n  npm run shop -- orders list --find ada\n  npm run -s shop -- orders list --csv > orders.csv',
    )
    .action(async (options: ListOptions, command: Command) => {
      const listed = await withShop(io, ({ database, payments }) =>
        options.owed ? consultationsOwed(database, payments) : listOrders(database, options),
      )
      if (options.csv) io.out(csv(listed.map(orderFields)))
      else print(io, command, listed.map(orderFields), ordersTable(listed))
    })
  if (consultation) list.option('--owed', 'only orders whose consultation you owe, the longest waiting first')
  orders
    .command('show')
    .description('everything about an order, for dispute evidence')
    .argument('<order>', orderArgument)
    .addHelpText('after', '\nExample:\n  npm run -s shop -- orders show 0198-… --json > evidence.json')
    .action(async (name: string, _: unknown, command: Command) => {
      const history = await withShop(io, async (shop) =>
        readHistory(shop.database, await orderId(shop, name)),
      )
      print(io, command, historyFields(history), describe(history))
    })
}
