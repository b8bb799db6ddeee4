import { mails } from '#content/mails.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import type { MailContent } from '../content.ts'
import { type DownloadLink, downloadBlocks, fileRows, greeting, helpBlocks, testOrderNote } from './blocks.ts'

const { newLink: texts } = mails

/** To the buyer, whenever a new link is requested. */
export function link(input: { order: Order; kit: Kit; link: DownloadLink }): MailContent {
  const { order, kit, link } = input
  return {
    subject: texts.subject,
    preview: texts.preview,
    title: texts.title,
    blocks: [
      {
        kind: 'text',
        content: [`${greeting(order)} ${texts.text(kit.version)}`],
      },
      ...testOrderNote(order),
      ...downloadBlocks(link),
      { kind: 'table', rows: [{ label: mails.labels.order, value: order.id, code: true }, ...fileRows(kit)] },
      ...helpBlocks(order),
    ],
  }
}
