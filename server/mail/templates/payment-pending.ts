import { mails } from '#content/mails.ts'
import type { Order } from '../../database/schema.ts'
import { moneyOf } from '../../orders/money.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { greeting, helpBlocks, orderRows, paragraph, testOrderNote } from './blocks.ts'

const { pending: texts } = mails

/** To the buyer, once, when the checkout is complete and the bank has not confirmed the payment yet. */
export function paymentPending({ order }: { order: Order }): MailContent {
  const amount = moneyOf(order, chargeOf(order))
  return {
    subject: texts.subject,
    preview: texts.preview(amount),
    title: texts.title,
    blocks: [
      paragraph(`${greeting(order)} ${texts.text(amount)}`),
      ...testOrderNote(order),
      { kind: 'heading', text: mails.next },
      {
        kind: 'steps',
        items: texts.steps.map((step) => [step]),
      },
      paragraph(texts.wait),
      { kind: 'table', rows: orderRows(order) },
      ...helpBlocks(order),
    ],
  }
}
