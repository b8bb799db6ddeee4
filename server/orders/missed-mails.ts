import { type Kysely, sql } from 'kysely'
import { inPages } from '../database/pages.ts'
import type { Mail, Schema } from '../database/schema.ts'
import { carriesLink, kindsWithLink } from '../outbox/kinds.ts'
import { mayDownload } from './state.ts'

/**
 * Failed mails that somebody still needs, oldest first. Mail of an erased person is left out, so is a link that would open
 * nothing, and a link after which another one was sent.
 */
export async function* missedMails(database: Kysely<Schema>): AsyncGenerator<Mail> {
  // Small pages: whoever asks whether there is one takes only the first.
  for await (const mail of inPages<Mail>((last, limit) => failedMails(database, last, limit), 10))
    if (!carriesLink(mail.kind) || !(await isNeedless(database, mail))) yield mail
}

/** Its constants are those of the partial index `outbox_failed`, which a database uses only for the same condition. */
function failedMails(database: Kysely<Schema>, last: Mail | undefined, limit: number): Promise<Mail[]> {
  const failed = database
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', sql.lit('failed'))
    .where('recipient', '!=', sql.lit(''))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
  if (!last) return failed.execute()
  return failed
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(last.created_at, last.id)),
    )
    .execute()
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
