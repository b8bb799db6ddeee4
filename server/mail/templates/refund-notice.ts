import { site } from '../../../content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import type { Block, MailContent } from '../content.ts'
import { noticeBlocks, paragraph, shopCommand } from './facts.ts'

const notByYou = paragraph(
  "If you did not start this yourself, your payment provider's dashboard says who did.",
)

function advice(order: Order, refundedCents: number, amountCents: number): Block[] {
  if (refundedCents === 0) {
    return [
      paragraph('The money is with you again and the download is open. To try once more:'),
      shopCommand(`refund ${order.id}`),
    ]
  }
  if (refundedCents >= amountCents) {
    const closed = 'The whole amount has gone back, so the download is closed and the seat is free again.'
    return [paragraph(closed), notByYou]
  }
  return [
    paragraph('Only a part has gone back, so the download stays open. To close it:'),
    shopCommand(`revoke ${order.id}`),
    notByYou,
  ]
}

/** To the seller, each time the amount given back changes; back to 0 when a refund fails. @param facts amounts in cents */
export function refundNotice(facts: {
  order: Order
  refundedCents: number
  amountCents: number
}): MailContent {
  const { order, refundedCents, amountCents } = facts
  const [refunded, amount] = [formatUsdExact(refundedCents), formatUsdExact(amountCents)]
  const failed = refundedCents === 0
  return {
    subject: failed ? `Refund failed: ${site.name}, ${amount}` : `Refund: ${site.name}, ${refunded}`,
    preview: `Order ${order.id}: ${refunded} of ${amount} given back.`,
    title: failed ? 'A refund failed' : 'Money was given back',
    blocks: noticeBlocks(
      order,
      [{ label: 'Given back', value: `${refunded} of ${amount}` }],
      advice(order, refundedCents, amountCents),
    ),
  }
}
