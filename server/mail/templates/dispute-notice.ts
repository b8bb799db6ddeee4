import { site } from '../../../content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import type { Inline, MailContent } from '../content.ts'
import { noticeBlocks } from './facts.ts'

type DisputeState = NonNullable<Order['dispute']>

const titles: Record<DisputeState, string> = {
  open: 'A buyer disputes a payment',
  won: 'A dispute was won',
  lost: 'A dispute was lost',
}

function advice(order: Order, state: DisputeState): Inline[] {
  if (state === 'won') return ['The money stays with you and the download is open. There is nothing to do.']
  if (state === 'lost') {
    return ['The money has gone back to the buyer and the download is closed. There is nothing to do.']
  }
  return [
    "Answer in your payment provider's dashboard before its deadline, or the dispute is lost. The evidence, with the terms that were accepted, the mails that were sent and every download, is printed by ",
    { code: `npm run shop -- orders show ${order.id}` },
    '. Until it is decided the buyer can still download.',
  ]
}

/** To the seller, once for each state of a dispute. */
export function disputeNotice(facts: { order: Order; state: DisputeState }): MailContent {
  const { order, state } = facts
  const amount = formatUsdExact(order.amount_cents)
  return {
    subject: `Dispute ${state}: ${site.name}, ${amount}`,
    preview: `Order ${order.id}: ${titles[state].toLowerCase()}.`,
    title: titles[state],
    blocks: noticeBlocks(
      order,
      [
        { label: 'Amount', value: amount },
        { label: 'State', value: state },
      ],
      advice(order, state),
    ),
  }
}
