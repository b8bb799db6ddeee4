import { site } from '../../../content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import { mayDownload } from '../../orders/state.ts'
import type { Block, MailContent } from '../content.ts'
import { downloadNow, noticeBlocks, paragraph, shopCommand } from './facts.ts'

const notByYou = paragraph(
  "If you did not start this yourself, your payment provider's dashboard says who did.",
)

interface Facts {
  order: Order
  /** What is given back so far, in cents. */
  refundedCents: number
  amountCents: number
  /** Less is given back than was told before. */
  failed: boolean
}

function advice({ order, refundedCents, amountCents, failed }: Facts): Block[] {
  if (failed) {
    return [
      paragraph(`Its money is with you again, and ${downloadNow(order)}. To give back all that is left:`),
      shopCommand(`refund ${order.id}`),
    ]
  }
  if (refundedCents >= amountCents) {
    const told =
      order.refunded_at === null
        ? `The whole amount had gone back. Some of it has returned since, and ${downloadNow(order)}.`
        : 'The whole amount has gone back, so the download is closed and the seat is free again.'
    return [paragraph(told), notByYou]
  }
  if (!mayDownload(order))
    return [paragraph(`Only a part has gone back, and ${downloadNow(order)}.`), notByYou]
  return [
    paragraph('Only a part has gone back, so the download stays open. To close it:'),
    shopCommand(`revoke ${order.id}`),
    notByYou,
  ]
}

/** To the seller, each time the amount given back changes; it falls when a refund fails. */
export function refundNotice(facts: Facts): MailContent {
  const { order, refundedCents, amountCents, failed } = facts
  const [refunded, amount] = [formatUsdExact(refundedCents), formatUsdExact(amountCents)]
  return {
    subject: failed
      ? `Refund failed: ${site.name}, ${refunded} of ${amount} given back`
      : `Refund: ${site.name}, ${refunded}`,
    preview: `Order ${order.id}: ${refunded} of ${amount} given back.`,
    title: failed ? 'A refund failed' : 'Money was given back',
    blocks: noticeBlocks(order, [{ label: 'Given back', value: `${refunded} of ${amount}` }], advice(facts)),
  }
}
