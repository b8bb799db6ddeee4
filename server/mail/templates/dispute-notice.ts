import { site } from '#content/site.ts'
import { formatMoment } from '../../../contract/format.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { DisputeState, Order } from '../../database/schema.ts'
import { chargeOf } from '../../orders/state.ts'
import type { Block, MailContent } from '../content.ts'
import { downloadNow, type NoticeInput, noticeBlocks, paragraph, shopCommand } from './blocks.ts'

/** The provider also reports a dispute as won if a refund has settled it. */
function titleOf(order: Order, state: DisputeState): string {
  if (state === 'open') return 'A buyer disputes a payment'
  if (state === 'lost') return 'A dispute was lost'
  return order.refunded_cents > 0 ? 'A dispute was closed' : 'A dispute was won'
}

/** Where the money is after a dispute that was not lost. */
function moneyOf(order: Order): string {
  if (order.refunded_at !== null) return 'The payment was refunded'
  if (order.refunded_cents > 0)
    return `${formatUsdExact(order.refunded_cents)} was refunded, the rest stays with you`
  return 'The money stays with you'
}

function advice(order: Order, state: DisputeState, dueAt: number | null): Block[] {
  if (state === 'won') {
    return [paragraph(`${moneyOf(order)}, and ${downloadNow(order)}. There is nothing to do.`)]
  }
  if (state === 'lost') {
    const lost = `The money has gone back to the buyer, and ${downloadNow(order)}. There is nothing to do.`
    return [paragraph(lost)]
  }
  return [
    paragraph(
      `Answer in your payment provider's dashboard ${dueAt === null ? 'before its deadline' : `by ${formatMoment(dueAt, 'en')}`}, or the dispute is lost. Until it is decided, ${downloadNow(order)}.`,
    ),
    paragraph('This prints the evidence: the accepted terms, the emails that were sent and every download.'),
    shopCommand(`orders show ${order.id}`),
  ]
}

/** To the seller, once for each state of a dispute. */
export function disputeNotice(
  input: NoticeInput & { state: DisputeState; dueAt: number | null },
): MailContent {
  const { order, state, dueAt } = input
  const amount = formatUsdExact(chargeOf(order))
  const title = titleOf(order, state)
  const word = state === 'won' && order.refunded_cents > 0 ? 'closed' : state
  return {
    subject: `Dispute ${word}: ${site.name}, ${amount}`,
    preview: `Order ${order.id}: ${title.toLowerCase()}.`,
    title,
    blocks: noticeBlocks(
      input,
      [
        { label: 'Amount', value: amount },
        { label: 'State', value: word },
        ...(state === 'open' && dueAt !== null
          ? [{ label: 'Answer by', value: formatMoment(dueAt, 'en') }]
          : []),
      ],
      advice(order, state, dueAt),
    ),
  }
}
