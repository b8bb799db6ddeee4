import type { Kysely } from 'kysely'
import type { Mail, Schema } from '../database/schema.ts'
import { mayDownload } from '../orders/state.ts'
import { withLink } from './retry.ts'

/**
 * Mails that were given up and that somebody misses, oldest first. Not those of a person who was erased, nor links that
 * would open nothing, nor a link after which another mail with one has been sent.
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
    if (!withLink.includes(mail.kind) || !(await isNeedless(database, mail))) missed.push(mail)
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
    .where('kind', 'in', withLink)
    .where('sent_at', '>=', mail.created_at)
  return mail.kind === 'link' && (await later.executeTakeFirst()) !== undefined
}

/** What waits longer than a mail server's short trouble lasts is late, in ms. */
const patience = 15 * 60_000

/**
 * Mails that are late, oldest first. Mail from the future is late too: the clock was set back.
 * @param now ms since 1970
 */
export function lateMails(database: Kysely<Schema>, now: number): Promise<Mail[]> {
  return database
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'queued')
    .where((mail) =>
      mail.or([mail('created_at', '<', now - patience), mail('created_at', '>', now + patience)]),
    )
    .orderBy('created_at')
    .execute()
}
