import { mails } from '#content/mails.ts'
import { words } from '#content/words.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import type { MailContent } from '../content.ts'
import type { Notes } from '../notes.ts'
import {
  type DownloadLink,
  downloadBlocks,
  fileRows,
  greeting,
  helpBlocks,
  paragraph,
  testOrderNote,
} from './blocks.ts'

const { announcement: texts } = mails

/** To each buyer who may download, once. It says what changed, and has their link. */
export function announcement(input: {
  order: Order
  kit: Kit
  link: DownloadLink
  notes: Notes
  unsubscribeUrl: string
}): MailContent {
  const { order, kit, link, notes, unsubscribeUrl } = input
  return {
    subject: texts.subject(notes.title),
    preview: texts.preview,
    title: notes.title,
    blocks: [
      paragraph(`${greeting(order)} ${texts.text}`),
      ...testOrderNote(order),
      ...notes.blocks,
      { kind: 'heading', text: texts.heading },
      ...downloadBlocks(link),
      { kind: 'table', rows: [{ label: mails.labels.order, value: order.id, code: true }, ...fileRows(kit)] },
      ...helpBlocks(order),
      {
        kind: 'text',
        content: [
          texts.unsubscribe.before,
          { text: texts.unsubscribe.link, href: unsubscribeUrl },
          texts.unsubscribe.after,
        ],
      },
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
    subject: `Preview: ${texts.subject(notes.title)}`,
    preview: 'What buyers will get.',
    title: notes.title,
    blocks: [
      {
        kind: 'note',
        content: ['This is a preview. Each buyer gets their own name, order and download link.'],
      },
      paragraph(`${mails.greeting(null)} ${texts.text}`),
      ...notes.blocks,
      { kind: 'heading', text: texts.heading },
      { kind: 'button', label: words.mail.download, href: shopUrl },
      { kind: 'table', rows: fileRows(kit) },
    ],
  }
}
