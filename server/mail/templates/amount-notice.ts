import { site } from '../../../content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { downloadNow, type NoticeFacts, noticeBlocks, paragraph, shopCommand } from './facts.ts'

/** To the seller, when the payment provider charged another amount than the shop asked for, and no setting explains it. */
export function amountNotice(facts: NoticeFacts): MailContent {
  const { order } = facts
  const asked = formatUsdExact(order.amount_cents)
  const charged = formatUsdExact(chargeOf(order))
  return {
    subject: `Wrong amount: ${site.name}, ${charged} instead of ${asked}`,
    preview: `Order ${order.id} was charged ${charged}. The shop asked for ${asked}.`,
    title: 'A wrong amount was charged',
    blocks: noticeBlocks(
      facts,
      [
        { label: 'Asked', value: asked },
        { label: 'Charged', value: charged },
      ],
      [
        paragraph(
          `No setting in content/payments.ts explains the difference: taxes and local prices may raise an amount, and promotion codes may lower it, where they are switched on. The buyer paid what the payment page showed, and ${downloadNow(order)}.`,
        ),
        paragraph(
          "Look at the payment in the provider's dashboard. If a price or a coupon was changed there, set it right. If none of you did that, somebody may know your webhook signing secret: replace it.",
        ),
        paragraph('If you do not want to keep the sale, refund it:'),
        shopCommand(`refund ${order.id}`),
      ],
    ),
  }
}
