import { site } from '../../../content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import { chargeOf } from '../../orders/state.ts'
import type { Block, MailContent } from '../content.ts'
import { noticeBlocks, paragraph, shopCommand } from './facts.ts'

type DisputeState = NonNullable<Order['dispute']>

const titles: Record<DisputeState, string> = {
  open: 'A buyer disputes a payment',
  won: 'A dispute was won',
  lost: 'A dispute was lost',
}

function advice(order: Order, state: DisputeState): Block[] {
  if (state === 'won') {
    return [paragraph('The money stays with you and the download is open. There is nothing to do.')]
  }
  if (state === 'lost') {
    return [
      paragraph('The money has gone back to the buyer and the download is closed. There is nothing to do.'),
    ]
  }
  return [
    paragraph(
      "Answer in your payment provider's dashboard before its deadline, or the dispute is lost. Until it is decided the buyer can still download.",
    ),
    paragraph(
      'This prints the evidence: the terms that were accepted, the mails that were sent and every download.',
    ),
    shopCommand(`orders show ${order.id}`),
  ]
}

/** To the seller, once for each state of a dispute. */
export function disputeNotice(facts: { order: Order; state: DisputeState }): MailContent {
  const { order, state } = facts
  const amount = formatUsdExact(chargeOf(order))
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
