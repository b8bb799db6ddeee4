import { site } from '#content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { type NoticeInput, noticeBlocks, paragraph, shopCommand } from './blocks.ts'

/**
 * To the seller, when the card's bank says that the payment is probably fraudulent
 * (https://docs.stripe.com/disputes/prevention/best-practices, early fraud warnings).
 */
export function fraudNotice(input: NoticeInput): MailContent {
  const { order } = input
  const amount = formatUsdExact(chargeOf(order))
  return {
    subject: `Fraud warning: ${site.name}, ${amount}`,
    preview: `The bank suspects fraud in order ${order.id}. A refund now avoids a dispute.`,
    title: "The card's bank suspects fraud",
    blocks: noticeBlocks(
      input,
      [{ label: 'Amount', value: amount }],
      order.refunded_at === null
        ? [
            paragraph(
              'Such a payment often ends in a dispute, which costs a fee on top of the amount. Unless you know the buyer, refund it now:',
            ),
            shopCommand(`refund ${order.id}`),
            paragraph('To close the download while you look into it:'),
            shopCommand(`revoke ${order.id}`),
          ]
        : [paragraph('The payment was already refunded. There is nothing to do.')],
    ),
  }
}
