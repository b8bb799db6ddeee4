import { consultation } from '../../../content/consultation.ts'
import { purchase } from '../../../content/purchase.ts'
import { site } from '../../../content/site.ts'
import { words } from '../../../content/words.ts'
import { formatMoment } from '../../../contract/format.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import { personOf } from '../../orders/plain-name.ts'
import { chargeOf, isGift } from '../../orders/state.ts'
import type { Block, Fact, Inline, MailContent } from '../content.ts'
import { type DownloadLink, downloadBlocks, fileFacts, greeting, helpBlocks, testOrderNote } from './facts.ts'

function consultationSteps(order: Order): Inline[][] {
  if (!consultation || isGift(order)) return []
  const { name, bookingLink } = consultation
  if (bookingLink)
    return [[`Book your ${name}, which is part of your order: `, { text: bookingLink, href: bookingLink }]]
  const purpose = ` to find a time for your ${name}. It is part of your order.`
  return [['We write to you at ', { code: order.email }, purpose]]
}

const taxFact = ({ tax_cents }: Order): Fact[] =>
  tax_cents ? [{ label: 'Tax', value: `${formatUsdExact(tax_cents)}, included in the amount` }] : []

function sellerFacts(): Fact[] {
  const { legalName, postalAddress, taxId } = site.seller
  return [
    { label: 'Seller', value: legalName },
    ...(postalAddress ? [{ label: 'Address', value: postalAddress.join(', ') }] : []),
    ...(taxId ? [{ label: 'Tax ID', value: taxId }] : []),
  ]
}

/**
 * To the buyer, once, when the money is there: receipt and download in one mail.
 * @param facts.invoiceUrl the provider's own invoice, where it made one
 */
export function receipt(facts: {
  order: Order
  kit: Kit
  link: DownloadLink
  invoiceUrl: string | null
}): MailContent {
  const { order, kit, link, invoiceUrl } = facts
  const amount = formatUsdExact(chargeOf(order))
  const invoiceBlock: Block[] = invoiceUrl
    ? [{ kind: 'text', content: [{ text: 'Open your invoice', href: invoiceUrl }] }]
    : []
  return {
    subject: `Your ${site.name}: download link and receipt`,
    preview: `${isGift(order) ? '' : `Payment of ${amount} received. `}Your download link is inside.`,
    title: words.mail.ready,
    blocks: [
      {
        kind: 'text',
        content: [
          isGift(order)
            ? `${greeting(order)} the ${site.name} is yours, at no charge.`
            : `${greeting(order)} thank you for buying the ${site.name}. Your payment has arrived.`,
        ],
      },
      ...testOrderNote(order),
      ...downloadBlocks(link),
      { kind: 'facts', rows: fileFacts(kit) },
      { kind: 'heading', text: 'What happens next' },
      {
        kind: 'steps',
        items: [
          ...purchase.receipt.first.map((step) => [step]),
          ...consultationSteps(order),
          ...purchase.receipt.last.map((step) => [step]),
        ],
      },
      { kind: 'heading', text: 'Receipt' },
      {
        kind: 'facts',
        rows: [
          { label: 'Order', value: order.id, code: true },
          {
            label: 'Bought',
            value: [`${site.name}: ${purchase.ordered}`, !isGift(order) && consultation?.bought]
              .filter(Boolean)
              .join(', '),
          },
          { label: 'Amount paid', value: `${amount} ${order.currency.toUpperCase()}` },
          ...taxFact(order),
          { label: 'Date', value: formatMoment(order.paid_at ?? order.created_at) },
          { label: 'Buyer', value: personOf(order) },
          ...sellerFacts(),
        ],
      },
      ...invoiceBlock,
      ...helpBlocks(order),
    ],
  }
}
