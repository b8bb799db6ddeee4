import { site } from '../../../content/site.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import type { MailContent } from '../content.ts'
import type { Notes } from '../notes.ts'
import {
  type DownloadLink,
  downloadBlocks,
  fileFacts,
  greeting,
  helpBlocks,
  paragraph,
  testOrderNote,
} from './facts.ts'

/** To each buyer who may download, once: what changed, and their link. */
export function announcement(facts: {
  order: Order
  kit: Kit
  link: DownloadLink
  notes: Notes
}): MailContent {
  const { order, kit, link, notes } = facts
  return {
    subject: `${site.name}: ${notes.title}`,
    preview: 'What changed, and your download link.',
    title: notes.title,
    blocks: [
      paragraph(`${greeting(order)} there is something new in the ${site.name}, which you bought.`),
      ...testOrderNote(order),
      ...notes.blocks,
      { kind: 'heading', text: 'Get the new version' },
      ...downloadBlocks(link),
      { kind: 'facts', rows: [{ label: 'Order', value: order.id, code: true }, ...fileFacts(kit)] },
      ...helpBlocks(order),
    ],
  }
}

/** To the seller: the same, without a buyer. */
export function announcementPreview({
  kit,
  notes,
  shopUrl,
}: {
  kit: Kit
  notes: Notes
  shopUrl: string
}): MailContent {
  return {
    subject: `Preview: ${site.name}: ${notes.title}`,
    preview: 'What buyers will get.',
    title: notes.title,
    blocks: [
      {
        kind: 'note',
        content: ['This is a preview. Each buyer gets their own name, order and download link.'],
      },
      paragraph(`Hello, there is something new in the ${site.name}, which you bought.`),
      ...notes.blocks,
      { kind: 'heading', text: 'Get the new version' },
      { kind: 'button', label: 'Download', href: shopUrl },
      { kind: 'facts', rows: fileFacts(kit) },
    ],
  }
}
