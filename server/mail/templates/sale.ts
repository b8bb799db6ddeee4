import { pricing } from '../../../content/home/pricing.ts'
import { site } from '../../../content/site.ts'
import { formatMoment } from '../../../contract/format.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import { plainName } from '../../orders/plain-name.ts'
import { chargeOf, mayDownload, statusOf } from '../../orders/state.ts'
import type { Block, MailContent } from '../content.ts'
import { paragraph, shopCommand, tryNote } from './facts.ts'

/** Written late, after a mail server's bad days, it may be about money that has gone back since. */
const isBack = (order: Order) => statusOf(order) === 'refunded' || order.dispute === 'lost'

function owed(order: Order): Block[] {
  if (isBack(order)) {
    return [
      { kind: 'heading', text: 'What you owe' },
      paragraph('Nothing any more: the money has gone back to the buyer since, and the download is closed.'),
    ]
  }
  return [
    { kind: 'heading', text: 'What you owe' },
    paragraph(
      `${mayDownload(order) ? 'The download link is on its way to the buyer' : 'The download is closed'}. The ${pricing.consultation} is yours to arrange: answer this mail to write to the buyer. When it has taken place, tick it off:`,
    ),
    shopCommand(`consultations done ${order.id}`),
  ]
}

/**
 * To the seller, once for each paid order; an answer to it goes to the buyer.
 * @param facts.seatsLeft at the early-bird price; null where nothing is sold at it
 */
export function sale(facts: { order: Order; seatsLeft: number | null }): MailContent {
  const { order, seatsLeft } = facts
  const amount = formatUsdExact(chargeOf(order))
  const buyer = plainName(order) ?? order.email
  return {
    subject: `Sale: ${site.name}, ${amount}`,
    preview: `${buyer} bought the kit. ${isBack(order) ? 'The money has gone back since' : `You owe a ${pricing.consultation}`}.`,
    title: 'A kit was sold',
    blocks: [
      ...tryNote(order),
      {
        kind: 'facts',
        rows: [
          { label: 'Buyer', value: buyer },
          { label: 'Email', value: order.email, code: true },
          { label: 'Amount', value: `${amount} (${order.tier === 'early' ? 'early-bird' : 'list'} price)` },
          { label: 'Date', value: formatMoment(order.paid_at ?? order.created_at) },
          { label: 'Order', value: order.id, code: true },
          ...(seatsLeft === null
            ? []
            : [{ label: 'Seats left', value: `${seatsLeft} at the early-bird price` }]),
        ],
      },
      ...owed(order),
    ],
  }
}
