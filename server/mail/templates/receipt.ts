import { consultation } from '#content/consultation.ts'
import { guarantee } from '#content/guarantee.ts'
import { mails } from '#content/mails.ts'
import { purchase } from '#content/purchase.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { formatDate, formatMoment } from '../../../contract/format.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import { moneyOf } from '../../orders/money.ts'
import { personOf } from '../../orders/plain-name.ts'
import { chargeOf, isGift, isGranted } from '../../orders/state.ts'
import type { Inline, MailContent, TableRow } from '../content.ts'
import {
  amountWithCode,
  type DownloadLink,
  downloadBlocks,
  fileRows,
  greeting,
  helpBlocks,
  testOrderNote,
} from './blocks.ts'

const { labels, receipt: texts } = mails

function consultationSteps(order: Order): Inline[][] {
  if (!consultation || isGranted(order)) return []
  const { name, bookingLink } = consultation
  if (bookingLink) return [[texts.booking(name), { text: bookingLink, href: bookingLink }]]
  return [[texts.weWrite, { code: order.email }, texts.toFindATime(name)]]
}

const taxRows = (order: Order): TableRow[] =>
  order.tax_cents ? [{ label: labels.tax, value: mails.taxIncluded(moneyOf(order, order.tax_cents)) }] : []

/** The last day on which the buyer may ask for the money back. */
function guaranteeRows(order: Order): TableRow[] {
  if (!guarantee || isGift(order)) return []
  const until = (order.paid_at ?? order.created_at) + guarantee.days * 24 * 60 * 60 * 1000
  const { label, value } = guarantee.receipt
  return [{ label, value: value(formatDate(until, site.language)) }]
}

function sellerRows(): TableRow[] {
  const { legalName, postalAddress, taxId } = site.seller
  return [
    { label: labels.seller, value: legalName },
    ...(postalAddress ? [{ label: labels.address, value: postalAddress.join(', ') }] : []),
    ...(taxId ? [{ label: labels.taxId, value: taxId }] : []),
  ]
}

/** To the buyer, once, when the payment has arrived: receipt and download in one mail. */
export function receipt(input: { order: Order; kit: Kit; link: DownloadLink }): MailContent {
  const { order, kit, link } = input
  const amount = moneyOf(order, chargeOf(order))
  return {
    subject: texts.subject,
    preview: isGift(order) ? texts.previewOfGift : texts.preview(amount),
    title: words.mail.ready,
    blocks: [
      {
        kind: 'text',
        content: [`${greeting(order)} ${isGift(order) ? texts.textOfGift : texts.text}`],
      },
      ...testOrderNote(order),
      ...downloadBlocks(link),
      { kind: 'table', rows: fileRows(kit) },
      { kind: 'heading', text: mails.next },
      {
        kind: 'steps',
        items: [
          ...purchase.receipt.first.map((step) => [step]),
          ...consultationSteps(order),
          ...purchase.receipt.last.map((step) => [step]),
        ],
      },
      { kind: 'heading', text: texts.heading },
      {
        kind: 'table',
        rows: [
          { label: labels.order, value: order.id, code: true },
          {
            label: labels.bought,
            value: [`${site.name}: ${purchase.ordered}`, !isGranted(order) && consultation?.bought]
              .filter(Boolean)
              .join(', '),
          },
          ...(isGift(order) ? [] : [{ label: labels.amountPaid, value: amountWithCode(order) }]),
          ...taxRows(order),
          { label: labels.date, value: formatMoment(order.paid_at ?? order.created_at, site.language) },
          ...guaranteeRows(order),
          { label: labels.buyer, value: personOf(order) },
          ...sellerRows(),
        ],
      },
      ...helpBlocks(order),
    ],
  }
}
