import { mails } from '../../../content/mails.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { greeting, helpBlocks, orderFacts, paragraph, testOrderNote } from './facts.ts'

const { refused: said } = mails

/** To the buyer, once, when the bank has refused a delayed payment. */
export function paymentRefused({ order, shopUrl }: { order: Order; shopUrl: string }): MailContent {
  const amount = formatUsdExact(chargeOf(order))
  return {
    subject: said.subject,
    preview: said.preview,
    title: said.title,
    blocks: [
      paragraph(`${greeting(order)} ${said.text(amount)}`),
      ...testOrderNote(order),
      { kind: 'heading', text: said.heading },
      paragraph(said.again),
      { kind: 'button', label: said.button, href: `${shopUrl}/#pricing` },
      { kind: 'facts', rows: orderFacts(order) },
      ...helpBlocks(order),
    ],
  }
}
