import { site } from '../../../content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import type { MailContent } from '../content.ts'
import { sandboxNote } from './facts.ts'

/** To the seller, each time the amount given back changes. @param facts amounts in cents */
export function refundNotice(facts: { order: Order; refundedCents: number }): MailContent {
  const { order, refundedCents } = facts
  const refunded = formatUsdExact(refundedCents)
  const closed = refundedCents >= order.amount_cents
  const meaning = closed
    ? 'The whole amount has gone back, so the download is closed and the seat is free again.'
    : refundedCents > 0
      ? 'Only a part has gone back, so the download stays open. To close it: '
      : 'A refund did not go through: the money is with you again, and the download is open.'
  return {
    subject: `Refund: ${site.name}, ${refunded}`,
    preview: `${refunded} of ${formatUsdExact(order.amount_cents)} given back.`,
    title: refundedCents > 0 ? 'Money was given back' : 'A refund failed',
    blocks: [
      ...sandboxNote(order),
      {
        kind: 'facts',
        rows: [
          { label: 'Order', value: order.id, code: true },
          { label: 'Buyer', value: `${order.name}, ${order.email}` },
          { label: 'Given back', value: `${refunded} of ${formatUsdExact(order.amount_cents)}` },
        ],
      },
      { kind: 'heading', text: 'What to do' },
      {
        kind: 'text',
        content:
          closed || refundedCents === 0
            ? [meaning]
            : [meaning, { code: `npm run shop -- revoke ${order.id}` }, '.'],
      },
      {
        kind: 'text',
        content: ["If you did not start this yourself, look into your payment provider's dashboard who did."],
      },
    ],
  }
}
