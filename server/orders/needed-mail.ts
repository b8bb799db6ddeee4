import type { Kysely } from 'kysely'
import type { Mail, Schema } from '../database/schema.ts'
import { carriesLink, kindsWithLink } from '../outbox/kinds.ts'
import { readOrder } from './find-orders.ts'
import { mayDownload } from './state.ts'

/** Whether somebody still needs a mail. Nobody needs a link to a closed download, or one that a later mail has replaced. */
export const isNeeded = async (database: Kysely<Schema>, mail: Mail): Promise<boolean> =>
  !carriesLink(mail.kind) || !(await isReplaced(database, mail))

/** Whether the download of a mail is closed, or a later mail has its link. */
async function isReplaced(database: Kysely<Schema>, mail: Mail): Promise<boolean> {
  const order = await readOrder(database, mail.order_id ?? '')
  if (order && !mayDownload(order)) return true
  const later = database
    .selectFrom('outbox')
    .select('id')
    .where('order_id', '=', mail.order_id)
    .where('kind', 'in', kindsWithLink)
    .where('sent_at', '>=', mail.created_at)
  return mail.kind === 'link' && (await later.executeTakeFirst()) !== undefined
}
