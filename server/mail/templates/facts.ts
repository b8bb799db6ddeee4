import { site } from '../../../content/site.ts'
import { words } from '../../../content/words.ts'
import { formatBytes, formatMoment } from '../../../contract/format.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import { personOf, plainName } from '../../orders/plain-name.ts'
import { chargeOf, mayDownload } from '../../orders/state.ts'
import type { DashboardLink } from '../../payments/dashboard-link.ts'
import type { Block, Fact } from '../content.ts'

export interface DownloadLink {
  url: string
  /** Ms since 1970. */
  expiresAt: number
  /** The page that mails another one. */
  lostUrl: string
}

/** How a mail begins: with the name, when it is a plain one. */
export function greeting(order: Order): string {
  const name = plainName(order)
  return name === null ? 'Hello,' : `Hello ${name},`
}

/** The way to the file, and until when it works. */
export function downloadBlocks(link: DownloadLink): Block[] {
  return [
    { kind: 'button', label: words.mail.download, href: link.url },
    {
      kind: 'text',
      content: [
        `The link works until ${formatMoment(link.expiresAt)}. After that, open it to have a new link emailed to you. If you lose this email, `,
        { text: 'get a new link', href: link.lostUrl },
        '.',
      ],
    },
  ]
}

export function fileFacts(kit: Kit): Fact[] {
  return [
    { label: 'File', value: kit.fileName, code: true },
    { label: 'Size', value: formatBytes(kit.bytes) },
    { label: 'SHA-256', value: kit.sha256, code: true },
  ]
}

/** What every mail about an order without real money says; nothing for a real order. */
export function testOrderNote(order: Order): Block[] {
  if (order.livemode === 1) return []
  const place = order.provider === 'sandbox' ? 'the sandbox' : "the payment provider's test mode"
  const note = `This order was placed in ${place}: no money has moved, and the download is a sample archive.`
  return [{ kind: 'note', content: [note] }]
}

/** Whether the buyer can download now, as the end of a sentence. */
export const downloadNow = (order: Order): string =>
  mayDownload(order) ? 'the download is open' : 'the download is closed'

export const paragraph = (sentence: string): Block => ({ kind: 'text', content: [sentence] })

/** One of the seller's commands. @param args what follows `npm run shop --` */
export const shopCommand = (args: string): Block => ({ kind: 'command', text: `npm run shop -- ${args}` })

/** What mails to the buyer say of the order that they are about. */
export const orderFacts = (order: Order): Fact[] => [
  { label: 'Order', value: order.id, code: true },
  { label: 'Buyer', value: personOf(order) },
  { label: 'Ordered', value: formatMoment(order.created_at) },
  { label: 'Amount', value: `${formatUsdExact(chargeOf(order))} ${order.currency.toUpperCase()}` },
]

/** The id of the payment at the provider, once there is one. */
export const paymentFact = ({ payment_id }: Pick<Order, 'payment_id'>): Fact[] =>
  payment_id ? [{ label: 'Payment', value: payment_id, code: true }] : []

/** The link to the payment in the provider's dashboard. */
export const dashboardBlock = (dashboard: DashboardLink | null): Block[] =>
  dashboard ? [{ kind: 'text', content: [{ text: dashboard.label, href: dashboard.href }] }] : []

/** What every notice to the seller is made from. */
export interface NoticeFacts {
  order: Order
  dashboard: DashboardLink | null
}

/** What a notice to the seller shows of an order: whose it is, `rows` about what happened, and what to do now. */
export function noticeBlocks({ order, dashboard }: NoticeFacts, rows: Fact[], advice: Block[]): Block[] {
  return [
    ...testOrderNote(order),
    {
      kind: 'facts',
      rows: [
        { label: 'Order', value: order.id, code: true },
        { label: 'Buyer', value: order.erased_at === null ? personOf(order) : 'erased' },
        ...rows,
        ...paymentFact(order),
      ],
    },
    ...dashboardBlock(dashboard),
    { kind: 'heading', text: 'What to do' },
    ...advice,
  ]
}

export function helpBlocks(order: Order): Block[] {
  return [
    { kind: 'heading', text: 'If you need help' },
    {
      kind: 'text',
      content: [
        'Reply to this email, or write to ',
        { text: site.emails.support, href: `mailto:${site.emails.support}` },
        ' and name your order ',
        { code: order.id },
        '.',
      ],
    },
  ]
}
