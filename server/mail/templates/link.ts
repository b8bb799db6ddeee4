import { site } from '../../../content/site.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import type { MailContent } from '../content.ts'
import { type DownloadLink, downloadBlocks, fileFacts, greeting, helpBlocks, tryNote } from './facts.ts'

/** To the buyer, whenever a fresh link is asked for. */
export function link(facts: { order: Order; kit: Kit; link: DownloadLink }): MailContent {
  const { order, kit, link } = facts
  return {
    subject: `Your ${site.name}: a fresh download link`,
    preview: 'The link to your download is inside.',
    title: 'A fresh download link',
    blocks: [
      {
        kind: 'text',
        content: [
          `${greeting(order)} here is a fresh link for your order of the ${site.name}. It opens version ${site.kitVersion}. If you did not ask for it, nothing is wrong: it went to you alone.`,
        ],
      },
      ...tryNote(order),
      ...downloadBlocks(link),
      { kind: 'facts', rows: [{ label: 'Order', value: order.id, code: true }, ...fileFacts(kit)] },
      ...helpBlocks(order),
    ],
  }
}
