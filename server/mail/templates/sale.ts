import { consultation } from '#content/consultation.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { formatMoment } from '../../../contract/format.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import { plainName } from '../../orders/plain-name.ts'
import { chargeOf, mayDownload, statusOf } from '../../orders/state.ts'
import type { Block, MailContent } from '../content.ts'
import {
  dashboardBlock,
  type NoticeInput,
  paragraph,
  paymentRows,
  shopCommand,
  testOrderNotice,
} from './blocks.ts'

/** Whether the buyer has the money back. It may go back while this mail waits for the mail server. */
const isPaidBack = (order: Order) => statusOf(order) === 'refunded' || order.dispute === 'lost'

function owed(order: Order): Block[] {
  if (isPaidBack(order)) {
    return [
      { kind: 'heading', text: 'What you owe' },
      paragraph('Nothing. The payment was refunded and the download is closed.'),
    ]
  }
  const download = mayDownload(order)
    ? 'The download link is on its way to the buyer.'
    : 'The download is closed.'
  if (!consultation) return [paragraph(download)]
  return [
    { kind: 'heading', text: 'What you owe' },
    paragraph(
      `${download} The buyer also gets a ${consultation.name}. ${consultation.bookingLink ? 'The receipt has your booking link.' : 'Reply to this email to schedule it with the buyer.'} Once it's done, mark it:`,
    ),
    shopCommand(`consultations done ${order.id}`),
  ]
}

/**
 * To the seller, once for each paid order. A reply goes to the buyer.
 * @param input.seatsLeft at the early-bird price; null if no seat is sold at that price
 */
export function sale(input: NoticeInput & { seatsLeft: number | null }): MailContent {
  const { order, dashboard, seatsLeft } = input
  const amount = formatUsdExact(chargeOf(order))
  const buyer = plainName(order) ?? order.email
  const debt = consultation ? ` You owe a ${consultation.name}.` : ''
  const ending = isPaidBack(order) ? ' The payment has since been refunded.' : debt
  return {
    subject: `Sale: ${site.name}, ${amount}`,
    preview: `${buyer} ${words.mail.bought}.${ending}`,
    title: words.mail.sold,
    blocks: [
      ...testOrderNotice(order),
      {
        kind: 'table',
        rows: [
          { label: 'Buyer', value: buyer },
          { label: 'Email', value: order.email, code: true },
          { label: 'Amount', value: `${amount} (${order.tier === 'early' ? 'early-bird' : 'list'} price)` },
          { label: 'Date', value: formatMoment(order.paid_at ?? order.created_at, 'en') },
          { label: 'Order', value: order.id, code: true },
          ...(seatsLeft === null
            ? []
            : [{ label: 'Seats left', value: `${seatsLeft} at the early-bird price` }]),
          ...paymentRows(order),
        ],
      },
      ...dashboardBlock(dashboard),
      ...owed(order),
    ],
  }
}
