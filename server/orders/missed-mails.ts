import type { Kysely } from 'kysely'
import type { Mail, Schema } from '../database/schema.ts'
import { carriesLink, kindsWithLink } from '../outbox/kinds.ts'
import { mayDownload } from './state.ts'

/**
 * Failed mails that somebody still needs, oldest first. Mail of an erased person is left out, so is a link that would open
 * nothing, and a link after which another one was sent.
 */
export async function missedMails(database: Kysely<Schema>): Promise<Mail[]> {
  const failed = await database
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'failed')
    .where('recipient', '!=', '')
    .orderBy('created_at')
    .execute()
  const missed: Mail[] = []
  for (const mail of failed) {
    if (!carriesLink(mail.kind) || !(await isNeedless(database, mail))) missed.push(mail)
  }
  return missed
}

async function isNeedless(database: Kysely<Schema>, mail: Mail): Promise<boolean> {
  const order = await database
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', mail.order_id)
    .executeTakeFirst()
  if (order && !mayDownload(order)) return true
  const later = database
    .selectFrom('outbox')
    .select('id')
    .where('order_id', '=', mail.order_id)
    .where('kind', 'in', kindsWithLink)
    .where('sent_at', '>=', mail.created_at)
  return mail.kind === 'link' && (await later.executeTakeFirst()) !== undefined
}
