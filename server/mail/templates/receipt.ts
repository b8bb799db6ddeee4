import { consultation } from '../../../content/consultation.ts'
import { mails } from '../../../content/mails.ts'
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

const { facts, receipt: said } = mails

function consultationSteps(order: Order): Inline[][] {
  if (!consultation || isGift(order)) return []
  const { name, bookingLink } = consultation
  if (bookingLink) return [[said.booking(name), { text: bookingLink, href: bookingLink }]]
  return [[said.weWrite, { code: order.email }, said.toFindATime(name)]]
}

const taxFact = ({ tax_cents }: Order): Fact[] =>
  tax_cents ? [{ label: facts.tax, value: mails.taxIncluded(formatUsdExact(tax_cents)) }] : []

function sellerFacts(): Fact[] {
  const { legalName, postalAddress, taxId } = site.seller
  return [
    { label: facts.seller, value: legalName },
    ...(postalAddress ? [{ label: facts.address, value: postalAddress.join(', ') }] : []),
    ...(taxId ? [{ label: facts.taxId, value: taxId }] : []),
  ]
}

/**
 * To the buyer, once, when the payment has arrived: receipt and download in one mail.
 * @param given.invoiceUrl the provider's own invoice, if there is one
 */
export function receipt(given: {
  order: Order
  kit: Kit
  link: DownloadLink
  invoiceUrl: string | null
}): MailContent {
  const { order, kit, link, invoiceUrl } = given
  const amount = formatUsdExact(chargeOf(order))
  const invoiceBlock: Block[] = invoiceUrl
    ? [{ kind: 'text', content: [{ text: said.invoice, href: invoiceUrl }] }]
    : []
  return {
    subject: said.subject,
    preview: isGift(order) ? said.previewOfGift : said.preview(amount),
    title: words.mail.ready,
    blocks: [
      {
        kind: 'text',
        content: [`${greeting(order)} ${isGift(order) ? said.textOfGift : said.text}`],
      },
      ...testOrderNote(order),
      ...downloadBlocks(link),
      { kind: 'facts', rows: fileFacts(kit) },
      { kind: 'heading', text: mails.next },
      {
        kind: 'steps',
        items: [
          ...purchase.receipt.first.map((step) => [step]),
          ...consultationSteps(order),
          ...purchase.receipt.last.map((step) => [step]),
        ],
      },
      { kind: 'heading', text: said.heading },
      {
        kind: 'facts',
        rows: [
          { label: facts.order, value: order.id, code: true },
          {
            label: facts.bought,
            value: [`${site.name}: ${purchase.ordered}`, !isGift(order) && consultation?.bought]
              .filter(Boolean)
              .join(', '),
          },
          { label: facts.amountPaid, value: `${amount} ${order.currency.toUpperCase()}` },
          ...taxFact(order),
          { label: facts.date, value: formatMoment(order.paid_at ?? order.created_at, site.language) },
          { label: facts.buyer, value: personOf(order) },
          ...sellerFacts(),
        ],
      },
      ...invoiceBlock,
      ...helpBlocks(order),
    ],
  }
}
