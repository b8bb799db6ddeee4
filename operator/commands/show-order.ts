import type { Command } from 'commander'
import type { SellerAction } from '../../server/database/schema.ts'
import { emailKey } from '../../server/orders/address.ts'
import { moneyOf } from '../../server/orders/money.ts'
import { mayDownload, shownStatus } from '../../server/orders/state.ts'
import { type OrderHistory, readHistory } from '../../server/seller/history.ts'
import { eventCells, eventHeadings } from '../events-table.ts'
import {
  actionFields,
  chargedCents,
  downloadFields,
  eventFields,
  mailFields,
  orderFields,
} from '../fields.ts'
import { keyValues, type Look, table, time } from '../format.ts'
import type { Io } from '../io.ts'
import { withShop } from '../open-shop.ts'
import { orderArgument, orderId } from '../order-argument.ts'
import { print } from '../print.ts'
import { marked } from '../tones.ts'

/** Why the provider refused the checkout of an order, in its own words (`failOrder` in server/orders/session.ts). */
function refusalOf(events: OrderHistory['events']): string | null {
  const refused = events.find(({ type }) => type === 'observed.refused')
  return refused ? (JSON.parse(refused.effect).reason ?? null) : null
}

/** `from ada@old.example, to ada@new.example` */
const detailsOf = ({ details }: SellerAction): string =>
  Object.entries(JSON.parse(details))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

function historyText(
  { order, actions, events, mails, downloads, otherPaid }: OrderHistory,
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
      ['dispute', order.dispute],
      ['note', order.note],
      ['terms version', order.terms_version],
      ['provider', order.livemode ? order.provider : `${order.provider}, no real money`],
      ['session', order.session_id],
      ['payment', order.payment_id],
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
  return `${overview}\n\nChanges by the seller\n${actionTable}\n\nEvents\n${eventTable}\n\nMail\n${mailTable}\n\nDownloads\n${downloadTable}`
}

const historyFields = ({ order, actions, events, mails, downloads, otherPaid }: OrderHistory) => ({
  order: orderFields(order),
  actions: actions.map(actionFields),
  events: events.map(eventFields),
  mails: mails.map(mailFields),
  downloads: downloads.map(downloadFields),
  other_paid_orders: otherPaid.map(({ id }) => id),
})

export function addShowCommand(orders: Command, io: Io): void {
  orders
    .command('show')
    .description('full history of an order, for dispute evidence')
    .argument('<order>', orderArgument)
    .addHelpText('after', '\nExample:\n  npm run -s shop -- orders show 0198-… --json > evidence.json')
    .action(async (name: string, _: unknown, command: Command) => {
      const history = await withShop(io, async (shop) =>
        readHistory(shop.database, await orderId(shop, name)),
      )
      print(io, command, historyFields(history), (look) => historyText(history, look))
    })
}
