import { mails } from '#content/mails.ts'
import type { DisputeState, Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import { moneyOf } from '../../orders/money.ts'
import { chargeOf, mayDownload } from '../../orders/state.ts'
import type { Block, MailContent, TableRow } from '../content.ts'
import {
  type DownloadLink,
  downloadBlocks,
  fileRows,
  greeting,
  helpBlocks,
  orderRows,
  paragraph,
  testOrderNote,
} from './blocks.ts'

const { newLink, pending, refused, refund: refundTexts } = mails

/** The body of a mail about an order. @param rows what follows the order in the table */
const aboutOrder = (order: Order, text: string, blocks: Block[], rows: TableRow[] = []): Block[] => [
  paragraph(`${greeting(order)} ${text}`),
  ...testOrderNote(order),
  ...blocks,
  { kind: 'table', rows: [...orderRows(order), ...rows] },
  ...helpBlocks(order),
]

/** To the buyer, whenever a new link is requested. */
export function link(input: { order: Order; kit: Kit; link: DownloadLink }): MailContent {
  const { order, kit, link } = input
  const { subject, preview, title, text } = newLink
  return {
    subject,
    preview,
    title,
    blocks: [
      paragraph(`${greeting(order)} ${text(kit.version)}`),
      ...testOrderNote(order),
      ...downloadBlocks(link),
      { kind: 'table', rows: [{ label: mails.labels.order, value: order.id, code: true }, ...fileRows(kit)] },
      ...helpBlocks(order),
    ],
  }
}

/** To the buyer, once, when the checkout is complete and the bank has not confirmed the payment yet. */
export function paymentPending({ order }: { order: Order }): MailContent {
  const amount = moneyOf(order, chargeOf(order))
  return {
    subject: pending.subject,
    preview: pending.preview(amount),
    title: pending.title,
    blocks: aboutOrder(order, pending.text(amount), [
      { kind: 'heading', text: mails.next },
      { kind: 'steps', items: pending.steps.map((step) => [step]) },
      paragraph(pending.wait),
    ]),
  }
}

/** To the buyer, once, when the bank has refused a delayed payment. */
export function paymentRefused({ order, shopUrl }: { order: Order; shopUrl: string }): MailContent {
  const { subject, preview, title, text, heading, again, button } = refused
  return {
    subject,
    preview,
    title,
    blocks: aboutOrder(order, text(moneyOf(order, chargeOf(order))), [
      { kind: 'heading', text: heading },
      paragraph(again),
      { kind: 'button', label: button, href: `${shopUrl}/#pricing` },
    ]),
  }
}

/** To the buyer, once for each state of a dispute. */
export function dispute({ order, state }: { order: Order; state: DisputeState }): MailContent {
  const { subject, title, preview, text, more } = mails.dispute[state]
  const payment = mails.dispute.payment(moneyOf(order, chargeOf(order)))
  return { subject, preview, title, blocks: aboutOrder(order, text(payment), more.map(paragraph)) }
}

interface Refund {
  order: Order
  /** The total of refunds after this change, in cents. */
  refundedCents: number
  /** The total of refunds before this change, in cents. */
  refundedBeforeCents: number
  amountCents: number
}

/** To the buyer, each time money is refunded, and when a refund fails that an earlier mail reported. */
export function refund(change: Refund): MailContent {
  return change.refundedCents < change.refundedBeforeCents ? refundFailed(change) : refundMade(change)
}

function refundMade(change: Refund): MailContent {
  const { order, refundedCents, refundedBeforeCents, amountCents } = change
  const now = moneyOf(order, refundedCents - refundedBeforeCents)
  const isWhole = refundedCents >= amountCents
  const share =
    refundedCents - refundedBeforeCents >= amountCents
      ? now
      : refundTexts.part(now, moneyOf(order, amountCents))
  const total: TableRow[] =
    refundedBeforeCents === 0
      ? []
      : [{ label: mails.labels.refundedInTotal, value: moneyOf(order, refundedCents) }]
  return {
    subject: refundTexts.subject(now),
    preview: refundTexts.preview(share),
    title: isWhole ? refundTexts.title : refundTexts.titleOfPart,
    blocks: aboutOrder(
      order,
      refundTexts.text(share),
      [paragraph(mayDownload(order) ? refundTexts.open : refundTexts.closed)],
      [{ label: mails.labels.refunded, value: now }, ...total],
    ),
  }
}

function refundFailed({ order, refundedCents, refundedBeforeCents }: Refund): MailContent {
  const { subject, preview, title, text } = refundTexts.failed
  const back = moneyOf(order, refundedBeforeCents - refundedCents)
  const remaining: TableRow[] =
    refundedCents === 0 ? [] : [{ label: mails.labels.refunded, value: moneyOf(order, refundedCents) }]
  return {
    subject: subject(back),
    preview: preview(back),
    title,
    blocks: aboutOrder(order, text(back), [], remaining),
  }
}
