import { mails } from '#content/mails.ts'
import type { DisputeState, Order } from '../../database/schema.ts'
import { moneyOf } from '../../orders/money.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { greeting, helpBlocks, orderRows, paragraph, testOrderNote } from './blocks.ts'

/** To the buyer, once for each state of a dispute. */
export function dispute({ order, state }: { order: Order; state: DisputeState }): MailContent {
  const { subject, title, preview, text, more } = mails.dispute[state]
  const payment = mails.dispute.payment(moneyOf(order, chargeOf(order)))
  return {
    subject,
    preview,
    title,
    blocks: [
      paragraph(`${greeting(order)} ${text(payment)}`),
      ...testOrderNote(order),
      ...more.map(paragraph),
      { kind: 'table', rows: orderRows(order) },
      ...helpBlocks(order),
    ],
  }
}
