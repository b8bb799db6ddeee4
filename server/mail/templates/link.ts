import { site } from '../../../content/site.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import type { MailContent } from '../content.ts'
import { type DownloadLink, downloadBlocks, fileFacts, greeting, helpBlocks, testOrderNote } from './facts.ts'

/** To the buyer, whenever a new link is requested. */
export function link(facts: { order: Order; kit: Kit; link: DownloadLink }): MailContent {
  const { order, kit, link } = facts
  return {
    subject: `Your ${site.name}: a new download link`,
    preview: 'The link to your download is inside.',
    title: 'A new download link',
    blocks: [
      {
        kind: 'text',
        content: [
          `${greeting(order)} here is a new link for your order of the ${site.name}. It downloads version ${kit.version}. If you didn't request this, you can ignore it. Nobody else received it.`,
        ],
      },
      ...testOrderNote(order),
      ...downloadBlocks(link),
      { kind: 'facts', rows: [{ label: 'Order', value: order.id, code: true }, ...fileFacts(kit)] },
      ...helpBlocks(order),
    ],
  }
}
