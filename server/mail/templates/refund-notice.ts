import { site } from '#content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import { mayDownload } from '../../orders/state.ts'
import type { Block, MailContent } from '../content.ts'
import { downloadNow, type NoticeInput, noticeBlocks, paragraph, shopCommand } from './blocks.ts'

const notByYou = paragraph(
  "If you did not refund it yourself, your payment provider's dashboard says who did.",
)

interface RefundNoticeInput extends NoticeInput {
  /** The total of refunds, in cents. */
  refundedCents: number
  amountCents: number
  /** Whether a refund failed, so that the total is lower than before. */
  failed: boolean
}

function advice({ order, refundedCents, amountCents, failed }: RefundNoticeInput): Block[] {
  if (failed) {
    return [
      paragraph(`The money is back in your account, and ${downloadNow(order)}. To refund all that is left:`),
      shopCommand(`refund ${order.id}`),
    ]
  }
  if (refundedCents >= amountCents) {
    const message =
      order.refunded_at === null
        ? `The whole amount was refunded. Some of it has come back to you since, and ${downloadNow(order)}.`
        : 'The whole amount was refunded, so the download is closed and the seat can be sold again.'
    return [paragraph(message), notByYou]
  }
  if (!mayDownload(order))
    return [paragraph(`Only part of the amount was refunded, and ${downloadNow(order)}.`), notByYou]
  return [
    paragraph('Only part of the amount was refunded, so the download stays open. To close it:'),
    shopCommand(`revoke ${order.id}`),
    notByYou,
  ]
}

/** To the seller, each time the refunded amount changes. It falls when a refund fails. */
export function refundNotice(input: RefundNoticeInput): MailContent {
  const { order, refundedCents, amountCents, failed } = input
  const [refunded, amount] = [formatUsdExact(refundedCents), formatUsdExact(amountCents)]
  return {
    subject: failed
      ? `Refund failed: ${site.name}, ${refunded} of ${amount} refunded`
      : `Refund: ${site.name}, ${refunded}`,
    preview: `Order ${order.id}: ${refunded} of ${amount} refunded.`,
    title: failed ? 'A refund failed' : 'A payment was refunded',
    blocks: noticeBlocks(input, [{ label: 'Refunded', value: `${refunded} of ${amount}` }], advice(input)),
  }
}
