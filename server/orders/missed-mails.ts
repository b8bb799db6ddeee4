import { type Kysely, sql } from 'kysely'
import { oldestFirst } from '../database/pages.ts'
import type { Mail, Schema } from '../database/schema.ts'
import { carriesLink, kindsWithLink } from '../outbox/kinds.ts'
import { readOrder } from './find-orders.ts'
import { mayDownload } from './state.ts'

/**
 * Failed mails that somebody still needs, oldest first. It leaves out mail of an erased person, links to closed downloads, and
 * links that a later mail has replaced.
 */
export async function* missedMails(database: Kysely<Schema>): AsyncGenerator<Mail> {
  // Keep the constants the same as in the partial index `outbox_failed`: databases use it only for an equal condition.
  const failed = database
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', sql.lit('failed'))
    .where('recipient', '!=', sql.lit(''))
    .where('attempts', '>', sql.lit(0))
  // Readiness takes only the first mail.
  for await (const mail of oldestFirst(failed, 10)) if (await isNeeded(database, mail)) yield mail
}

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
