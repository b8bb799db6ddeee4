import { mails } from '../../../content/mails.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import type { MailContent } from '../content.ts'
import { type DownloadLink, downloadBlocks, fileFacts, greeting, helpBlocks, testOrderNote } from './facts.ts'

const { newLink: said } = mails

/** To the buyer, whenever a new link is requested. */
export function link(facts: { order: Order; kit: Kit; link: DownloadLink }): MailContent {
  const { order, kit, link } = facts
  return {
    subject: said.subject,
    preview: said.preview,
    title: said.title,
    blocks: [
      {
        kind: 'text',
        content: [`${greeting(order)} ${said.text(kit.version)}`],
      },
      ...testOrderNote(order),
      ...downloadBlocks(link),
      { kind: 'facts', rows: [{ label: mails.facts.order, value: order.id, code: true }, ...fileFacts(kit)] },
      ...helpBlocks(order),
    ],
  }
}
