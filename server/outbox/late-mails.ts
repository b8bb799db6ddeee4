import type { Kysely } from 'kysely'
import type { Mail, Schema } from '../database/schema.ts'

/** A mail that waits longer than this is late, in ms. Most outages of a mail server are shorter. */
const lateAfter = 15 * 60_000

/**
 * Mails that are late, oldest first. A mail with a time in the future, from before the clock was set back, also counts as late.
 * @param now ms since 1970
 * @param most the most mails; undefined: all of them
 */
export function lateMails(database: Kysely<Schema>, now: number, most?: number): Promise<Mail[]> {
  return database
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'queued')
    .where((mail) =>
      mail.or([mail('created_at', '<', now - lateAfter), mail('created_at', '>', now + lateAfter)]),
    )
    .orderBy('created_at')
    .$if(most !== undefined, (mails) => mails.limit(most ?? 0))
    .execute()
}
