import { site } from '../../../content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { greeting, helpBlocks, orderFacts, paragraph, testOrderNote } from './facts.ts'

/** To the buyer, once, when the checkout is complete and the bank has not confirmed the payment yet. */
export function paymentPending({ order }: { order: Order }): MailContent {
  const amount = formatUsdExact(chargeOf(order))
  return {
    subject: `Your ${site.name} order: waiting for your bank`,
    preview: `Your bank has not confirmed the payment of ${amount} yet.`,
    title: 'Waiting for your bank',
    blocks: [
      paragraph(
        `${greeting(order)} thank you for ordering the ${site.name}. Your bank has not confirmed the payment of ${amount} yet. Depending on how you pay, this can take a few days.`,
      ),
      ...testOrderNote(order),
      { kind: 'heading', text: 'What happens next' },
      {
        kind: 'steps',
        items: [
          ['Your bank confirms the payment. We then email you the receipt and your download link.'],
          ['If your bank refuses the payment, we email you too, and you owe nothing.'],
        ],
      },
      paragraph("You don't have to do anything. Please don't pay a second time."),
      { kind: 'facts', rows: orderFacts(order) },
      ...helpBlocks(order),
    ],
  }
}
