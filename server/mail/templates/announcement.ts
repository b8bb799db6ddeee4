import { mails } from '../../../content/mails.ts'
import { words } from '../../../content/words.ts'
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

const { announcement: said } = mails

/** To each buyer who may download, once. It says what changed, and has their link. */
export function announcement(facts: {
  order: Order
  kit: Kit
  link: DownloadLink
  notes: Notes
}): MailContent {
  const { order, kit, link, notes } = facts
  return {
    subject: said.subject(notes.title),
    preview: said.preview,
    title: notes.title,
    blocks: [
      paragraph(`${greeting(order)} ${said.text}`),
      ...testOrderNote(order),
      ...notes.blocks,
      { kind: 'heading', text: said.heading },
      ...downloadBlocks(link),
      { kind: 'facts', rows: [{ label: mails.facts.order, value: order.id, code: true }, ...fileFacts(kit)] },
      ...helpBlocks(order),
    ],
  }
}

/** To the seller: the same content, without a buyer. */
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
    subject: `Preview: ${said.subject(notes.title)}`,
    preview: 'What buyers will get.',
    title: notes.title,
    blocks: [
      {
        kind: 'note',
        content: ['This is a preview. Each buyer gets their own name, order and download link.'],
      },
      paragraph(`${mails.greeting(null)} ${said.text}`),
      ...notes.blocks,
      { kind: 'heading', text: said.heading },
      { kind: 'button', label: words.mail.download, href: shopUrl },
      { kind: 'facts', rows: fileFacts(kit) },
    ],
  }
}
