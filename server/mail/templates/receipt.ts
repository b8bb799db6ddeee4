import { pricing } from '../../../content/home/pricing.ts'
import { purchase } from '../../../content/purchase.ts'
import { site } from '../../../content/site.ts'
import { formatMoment } from '../../../contract/format.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import { personOf } from '../../orders/plain-name.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { type DownloadLink, downloadBlocks, fileFacts, greeting, helpBlocks, testOrderNote } from './facts.ts'

/** To the buyer, once, when the money is there: receipt and download in one mail. */
export function receipt(facts: { order: Order; kit: Kit; link: DownloadLink }): MailContent {
  const { order, kit, link } = facts
  const amount = formatUsdExact(chargeOf(order))
  return {
    subject: `Your ${site.name}: download link and receipt`,
    preview: `Payment of ${amount} received. Your download link is inside.`,
    title: 'Your kit is ready',
    blocks: [
      {
        kind: 'text',
        content: [`${greeting(order)} thank you for buying the ${site.name}. Your payment has arrived.`],
      },
      ...testOrderNote(order),
      ...downloadBlocks(link),
      { kind: 'facts', rows: fileFacts(kit) },
      { kind: 'heading', text: 'What happens next' },
      {
        kind: 'steps',
        items: [
          ...purchase.receipt.first.map((step) => [step]),
          [
            'We write to you at ',
            { code: order.email },
            ` to find a time for your ${pricing.consultation}. It is part of your order.`,
          ],
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
            value: `${site.name}: ${purchase.ordered}, ${purchase.with}`,
          },
          { label: 'Amount paid', value: `${amount} ${order.currency.toUpperCase()}` },
          { label: 'Date', value: formatMoment(order.paid_at ?? order.created_at) },
          { label: 'Buyer', value: personOf(order) },
          { label: 'Seller', value: site.seller.legalName },
        ],
      },
      ...helpBlocks(order),
    ],
  }
}
