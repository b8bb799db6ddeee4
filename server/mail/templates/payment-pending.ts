import { mails } from '../../../content/mails.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { greeting, helpBlocks, orderFacts, paragraph, testOrderNote } from './facts.ts'

const { pending: said } = mails

/** To the buyer, once, when the checkout is complete and the bank has not confirmed the payment yet. */
export function paymentPending({ order }: { order: Order }): MailContent {
  const amount = formatUsdExact(chargeOf(order))
  return {
    subject: said.subject,
    preview: said.preview(amount),
    title: said.title,
    blocks: [
      paragraph(`${greeting(order)} ${said.text(amount)}`),
      ...testOrderNote(order),
      { kind: 'heading', text: mails.next },
      {
        kind: 'steps',
        items: said.steps.map((step) => [step]),
      },
      paragraph(said.wait),
      { kind: 'facts', rows: orderFacts(order) },
      ...helpBlocks(order),
    ],
  }
}
