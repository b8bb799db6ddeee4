import { mails } from '#content/mails.ts'
import type { Order } from '../../database/schema.ts'
import { moneyOf } from '../../orders/money.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { greeting, helpBlocks, orderRows, paragraph, testOrderNote } from './blocks.ts'

const { refused: texts } = mails

/** To the buyer, once, when the bank has refused a delayed payment. */
export function paymentRefused({ order, shopUrl }: { order: Order; shopUrl: string }): MailContent {
  const amount = moneyOf(order, chargeOf(order))
  return {
    subject: texts.subject,
    preview: texts.preview,
    title: texts.title,
    blocks: [
      paragraph(`${greeting(order)} ${texts.text(amount)}`),
      ...testOrderNote(order),
      { kind: 'heading', text: texts.heading },
      paragraph(texts.again),
      { kind: 'button', label: texts.button, href: `${shopUrl}/#pricing` },
      { kind: 'table', rows: orderRows(order) },
      ...helpBlocks(order),
    ],
  }
}
