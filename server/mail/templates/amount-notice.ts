import { site } from '#content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { downloadNow, type NoticeInput, noticeBlocks, paragraph, shopCommand } from './blocks.ts'

/** To the seller, when the payment provider charged another amount than the price, and no setting explains it. */
export function amountNotice(input: NoticeInput): MailContent {
  const { order } = input
  const price = formatUsdExact(order.amount_cents)
  const charged = formatUsdExact(chargeOf(order))
  return {
    subject: `Wrong amount: ${site.name}, ${charged} instead of ${price}`,
    preview: `Order ${order.id} was charged ${charged}. The price was ${price}.`,
    title: 'A wrong amount was charged',
    blocks: noticeBlocks(
      input,
      [
        { label: 'Price', value: price },
        { label: 'Charged', value: charged },
      ],
      [
        paragraph(
          `No setting in content/payments.ts explains the difference. If they are switched on, taxes and local prices may raise an amount, and promotion codes may lower it. The buyer paid what the payment page showed, and ${downloadNow(order)}.`,
        ),
        paragraph(
          "Look at the payment in the provider's dashboard. If somebody changed a price or a coupon there, correct it. If nobody did, somebody may know your webhook signing secret: replace it.",
        ),
        paragraph('If you do not want to keep the sale, refund it:'),
        shopCommand(`refund ${order.id}`),
      ],
    ),
  }
}
