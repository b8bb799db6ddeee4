import { mails } from '#content/mails.ts'
import type { Order } from '../../database/schema.ts'
import { moneyOf } from '../../orders/money.ts'
import { mayDownload } from '../../orders/state.ts'
import type { Block, MailContent, TableRow } from '../content.ts'
import { greeting, helpBlocks, orderRows, paragraph, testOrderNote } from './blocks.ts'

const { refund: texts } = mails

interface Refund {
  order: Order
  /** The total of refunds after this change, in cents. */
  refundedCents: number
  /** The total of refunds before this change, in cents. */
  refundedBeforeCents: number
  amountCents: number
}

const downloadBlock = (order: Order): Block => paragraph(mayDownload(order) ? texts.open : texts.closed)

/** To the buyer, each time money is refunded, and when a refund fails that an earlier mail reported. */
export function refund(change: Refund): MailContent {
  return change.refundedCents < change.refundedBeforeCents ? refundFailed(change) : refundMade(change)
}

function refundMade({ order, refundedCents, refundedBeforeCents, amountCents }: Refund): MailContent {
  const money = (cents: number) => moneyOf(order, cents)
  const now = money(refundedCents - refundedBeforeCents)
  const paid = money(amountCents)
  const isWhole = refundedCents >= amountCents
  const share = refundedCents - refundedBeforeCents >= amountCents ? now : texts.part(now, paid)
  const total: TableRow[] =
    refundedBeforeCents === 0 ? [] : [{ label: mails.labels.refundedInTotal, value: money(refundedCents) }]
  return {
    subject: texts.subject(now),
    preview: texts.preview(share),
    title: isWhole ? texts.title : texts.titleOfPart,
    blocks: [
      paragraph(`${greeting(order)} ${texts.text(share)}`),
      ...testOrderNote(order),
      downloadBlock(order),
      {
        kind: 'table',
        rows: [...orderRows(order), { label: mails.labels.refunded, value: now }, ...total],
      },
      ...helpBlocks(order),
    ],
  }
}

function refundFailed({ order, refundedCents, refundedBeforeCents }: Refund): MailContent {
  const money = (cents: number) => moneyOf(order, cents)
  const back = money(refundedBeforeCents - refundedCents)
  const remaining: TableRow[] =
    refundedCents === 0 ? [] : [{ label: mails.labels.refunded, value: money(refundedCents) }]
  return {
    subject: texts.failed.subject(back),
    preview: texts.failed.preview(back),
    title: texts.failed.title,
    blocks: [
      paragraph(`${greeting(order)} ${texts.failed.text(back)}`),
      ...testOrderNote(order),
      { kind: 'table', rows: [...orderRows(order), ...remaining] },
      ...helpBlocks(order),
    ],
  }
}
