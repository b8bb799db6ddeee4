import { site } from '../../../content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import { mayDownload } from '../../orders/state.ts'
import type { Block, Fact, MailContent } from '../content.ts'
import { greeting, helpBlocks, orderFacts, paragraph, testOrderNote } from './facts.ts'

interface Facts {
  order: Order
  /** Refunded in total, after and before this change, in cents. */
  refundedCents: number
  refundedBeforeCents: number
  amountCents: number
}

const downloadBlock = (order: Order): Block =>
  paragraph(
    mayDownload(order) ? 'Your download stays open.' : 'The download that came with this order is closed.',
  )

/** To the buyer, each time money goes back, and when a refund fails that they were told about. */
export function refund(facts: Facts): MailContent {
  return facts.refundedCents < facts.refundedBeforeCents ? failed(facts) : made(facts)
}

function made({ order, refundedCents, refundedBeforeCents, amountCents }: Facts): MailContent {
  const now = formatUsdExact(refundedCents - refundedBeforeCents)
  const paid = formatUsdExact(amountCents)
  const isWhole = refundedCents >= amountCents
  const share = refundedCents - refundedBeforeCents >= amountCents ? `${now}` : `${now} of the ${paid}`
  const total: Fact[] =
    refundedBeforeCents === 0 ? [] : [{ label: 'In total', value: formatUsdExact(refundedCents) }]
  return {
    subject: `Refund: ${site.name}, ${now}`,
    preview: `We refunded ${share} that you paid.`,
    title: isWhole ? 'Your payment was refunded' : 'Part of your payment was refunded',
    blocks: [
      paragraph(
        `${greeting(order)} we refunded ${share} that you paid for the ${site.name}. Banks usually need five to ten business days to show it in your account.`,
      ),
      ...testOrderNote(order),
      downloadBlock(order),
      {
        kind: 'facts',
        rows: [...orderFacts(order), { label: 'Refunded', value: now }, ...total],
      },
      ...helpBlocks(order),
    ],
  }
}

function failed({ order, refundedCents, refundedBeforeCents }: Facts): MailContent {
  const back = formatUsdExact(refundedBeforeCents - refundedCents)
  const left: Fact[] =
    refundedCents === 0 ? [] : [{ label: 'Refunded', value: formatUsdExact(refundedCents) }]
  return {
    subject: `Refund failed: ${site.name}, ${back}`,
    preview: `Your bank did not take the refund of ${back}. We will sort it out.`,
    title: 'A refund did not go through',
    blocks: [
      paragraph(
        `${greeting(order)} the refund of ${back} for the ${site.name} did not go through: your bank sent the money back to us. We will sort it out with you. To choose another way to get your money, reply to this email.`,
      ),
      ...testOrderNote(order),
      { kind: 'facts', rows: [...orderFacts(order), ...left] },
      ...helpBlocks(order),
    ],
  }
}
