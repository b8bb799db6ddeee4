import { mails } from '#content/mails.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { formatBytes, formatMoment } from '../../../contract/format.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import { moneyOf } from '../../orders/money.ts'
import { personOf, plainName } from '../../orders/plain-name.ts'
import { chargeOf, isGift, mayDownload } from '../../orders/state.ts'
import type { DashboardLink } from '../../payments/dashboard-link.ts'
import { testPlaceOf } from '../../payments/payment-mode.ts'
import type { Block, TableRow } from '../content.ts'

const { labels } = mails

export interface DownloadLink {
  url: string
  /** Ms since 1970. */
  expiresAt: number
  /** The page where the buyer can request another link. */
  lostUrl: string
}

/** The greeting of a mail to the buyer. It has their name if that is a plain name. */
export const greeting = (order: Order): string => mails.greeting(plainName(order))

/** The button to the download, and how long the link works. */
export function downloadBlocks(link: DownloadLink): Block[] {
  return [
    { kind: 'button', label: words.mail.download, href: link.url },
    {
      kind: 'text',
      content: [
        mails.download.before(formatMoment(link.expiresAt, site.language)),
        { text: mails.download.link, href: link.lostUrl },
        mails.download.after,
      ],
    },
  ]
}

export function fileRows(kit: Kit): TableRow[] {
  return [
    { label: labels.file, value: kit.fileName, code: true },
    { label: labels.size, value: formatBytes(kit.bytes, site.language) },
    { label: 'SHA-256', value: kit.sha256, code: true },
  ]
}

/** The note in every mail to the buyer about an order without real money; nothing for a real order. */
export function testOrderNote(order: Order): Block[] {
  if (order.livemode === 1) return []
  const { sandbox, testMode } = mails.testOrder
  return [{ kind: 'note', content: [order.provider === 'sandbox' ? sandbox : testMode] }]
}

/** The same note in mails to the seller. */
export function testOrderNotice(order: Order): Block[] {
  if (order.livemode === 1) return []
  const note = `This order was placed in ${testPlaceOf(order)}: no money has moved, and the download is a sample archive.`
  return [{ kind: 'note', content: [note] }]
}

/** Whether the buyer can download now, as the end of a sentence. */
export const downloadNow = (order: Order): string =>
  mayDownload(order) ? 'the download is open' : 'the download is closed'

export const paragraph = (sentence: string): Block => ({ kind: 'text', content: [sentence] })

/** A command for the seller to copy. @param args what follows `npm run shop --` */
export const shopCommand = (args: string): Block => ({ kind: 'command', text: `npm run shop -- ${args}` })

/** What the order costs. The code of the currency follows a sign that many countries use. */
export function amountWithCode(order: Order): string {
  const amount = moneyOf(order, chargeOf(order))
  return amount.includes('$') ? `${amount} ${order.currency.toUpperCase()}` : amount
}

/** The order in mails to the buyer. */
export const orderRows = (order: Order): TableRow[] => [
  { label: labels.order, value: order.id, code: true },
  { label: labels.buyer, value: personOf(order) },
  { label: labels.ordered, value: formatMoment(order.created_at, site.language) },
  { label: labels.amount, value: amountWithCode(order) },
]

/** The id of the payment at the provider, once there is one. */
export const paymentRows = ({ payment_id }: Pick<Order, 'payment_id'>): TableRow[] =>
  payment_id ? [{ label: 'Payment', value: payment_id, code: true }] : []

/** The link to the payment in the provider's dashboard. */
export const dashboardBlock = (dashboard: DashboardLink | null): Block[] =>
  dashboard ? [{ kind: 'text', content: [{ text: dashboard.label, href: dashboard.href }] }] : []

/** The input of every notice to the seller about an order. */
export interface NoticeInput {
  order: Order
  /** The address of the order's page for the seller. */
  orderUrl: string
  dashboard: DashboardLink | null
}

/** The most characters of a buyer in a subject, of which a phone shows about forty. */
const longestInSubject = 32

/** The buyer in the subject of a notice to the seller: the plain name, or else the address. */
export function shortBuyer(order: Order): string {
  if (order.erased_at !== null) return 'erased'
  const characters = [...(plainName(order) ?? order.email)]
  return characters.length <= longestInSubject
    ? characters.join('')
    : `${characters.slice(0, longestInSubject - 1).join('')}…`
}

/**
 * The buyer's address as a link: a new mail to the buyer quotes nothing, but a reply would quote the button to the order's page.
 * Without the escape, a `?` in an address would begin the headers of the mail (RFC 6068 §2).
 */
export function writeToBuyer({ email, erased_at }: Order): Block[] {
  if (erased_at !== null) return []
  const href = `mailto:${encodeURIComponent(email).replace('%40', '@')}`
  return [{ kind: 'text', content: ['Write to the buyer: ', { text: email, href }] }]
}

/** The button to the order's page for the seller. The page of an erased order is closed. */
export const orderButton = ({ order, orderUrl }: NoticeInput, label = 'Open this order'): Block[] =>
  order.erased_at === null
    ? [
        { kind: 'button', label, href: orderUrl },
        paragraph(
          `There you can send a new link, change the address or ${isGift(order) ? 'close the download' : 'refund'}. The button works for anyone who has it, for seven days, so do not forward this email.`,
        ),
      ]
    : []

/**
 * The body of a notice to the seller about an order.
 * @param rows what happened
 * @param advice what to do now
 * @param button the label of the button to the order's page
 */
export function noticeBlocks(
  input: NoticeInput,
  rows: TableRow[],
  advice: Block[],
  button?: string,
): Block[] {
  const { order, dashboard } = input
  return [
    ...testOrderNotice(order),
    {
      kind: 'table',
      rows: [
        { label: 'Order', value: order.id, code: true },
        { label: 'Buyer', value: order.erased_at === null ? personOf(order) : 'erased' },
        ...rows,
        ...paymentRows(order),
      ],
    },
    ...orderButton(input, button),
    ...writeToBuyer(order),
    ...dashboardBlock(dashboard),
    { kind: 'heading', text: 'What to do' },
    ...advice,
  ]
}

export function helpBlocks(order: Order): Block[] {
  return [
    { kind: 'heading', text: mails.help.heading },
    {
      kind: 'text',
      content: [
        mails.help.before,
        { text: site.emails.support, href: `mailto:${site.emails.support}` },
        mails.help.between,
        { code: order.id },
        mails.help.after,
      ],
    },
  ]
}
