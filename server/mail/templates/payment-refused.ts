import { site } from '../../../content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { greeting, helpBlocks, orderFacts, paragraph, testOrderNote } from './facts.ts'

/** To the buyer, once, when the bank has refused a payment that was to come later. */
export function paymentRefused({ order, shopUrl }: { order: Order; shopUrl: string }): MailContent {
  const amount = formatUsdExact(chargeOf(order))
  return {
    subject: `Your ${site.name} order: your bank refused the payment`,
    preview: `We received no money for your order, and you owe nothing.`,
    title: 'Your bank refused the payment',
    blocks: [
      paragraph(
        `${greeting(order)} your bank refused the payment of ${amount} for the ${site.name}. We received no money, and you owe nothing. The order is closed.`,
      ),
      ...testOrderNote(order),
      { kind: 'heading', text: 'If you still want it' },
      paragraph('Order again and choose another way to pay. Your bank can tell you why it refused this one.'),
      { kind: 'button', label: 'Order again', href: `${shopUrl}/#pricing` },
      { kind: 'facts', rows: orderFacts(order) },
      ...helpBlocks(order),
    ],
  }
}
