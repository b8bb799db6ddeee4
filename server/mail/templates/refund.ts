import { mails } from '../../../content/mails.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import { mayDownload } from '../../orders/state.ts'
import type { Block, Fact, MailContent } from '../content.ts'
import { greeting, helpBlocks, orderFacts, paragraph, testOrderNote } from './facts.ts'

const { refund: said } = mails

interface Facts {
  order: Order
  /** The total of refunds after and before this change, in cents. */
  refundedCents: number
  refundedBeforeCents: number
  amountCents: number
}

const downloadBlock = (order: Order): Block => paragraph(mayDownload(order) ? said.open : said.closed)

/** To the buyer, each time money is refunded, and when a refund fails that an earlier mail reported. */
export function refund(facts: Facts): MailContent {
  return facts.refundedCents < facts.refundedBeforeCents ? failed(facts) : made(facts)
}

function made({ order, refundedCents, refundedBeforeCents, amountCents }: Facts): MailContent {
  const now = formatUsdExact(refundedCents - refundedBeforeCents)
  const paid = formatUsdExact(amountCents)
  const isWhole = refundedCents >= amountCents
  const share = refundedCents - refundedBeforeCents >= amountCents ? now : said.part(now, paid)
  const total: Fact[] =
    refundedBeforeCents === 0
      ? []
      : [{ label: mails.facts.refundedInTotal, value: formatUsdExact(refundedCents) }]
  return {
    subject: said.subject(now),
    preview: said.preview(share),
    title: isWhole ? said.title : said.titleOfPart,
    blocks: [
      paragraph(`${greeting(order)} ${said.text(share)}`),
      ...testOrderNote(order),
      downloadBlock(order),
      {
        kind: 'facts',
        rows: [...orderFacts(order), { label: mails.facts.refunded, value: now }, ...total],
      },
      ...helpBlocks(order),
    ],
  }
}

function failed({ order, refundedCents, refundedBeforeCents }: Facts): MailContent {
  const back = formatUsdExact(refundedBeforeCents - refundedCents)
  const left: Fact[] =
    refundedCents === 0 ? [] : [{ label: mails.facts.refunded, value: formatUsdExact(refundedCents) }]
  return {
    subject: said.failed.subject(back),
    preview: said.failed.preview(back),
    title: said.failed.title,
    blocks: [
      paragraph(`${greeting(order)} ${said.failed.text(back)}`),
      ...testOrderNote(order),
      { kind: 'facts', rows: [...orderFacts(order), ...left] },
      ...helpBlocks(order),
    ],
  }
}
