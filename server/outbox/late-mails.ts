import type { Kysely } from 'kysely'
import type { Mail, Schema } from '../database/schema.ts'

/** A mail that waits longer than this is late, in ms. Short outages of a mail server end sooner. */
const patience = 15 * 60_000

/**
 * Mails that are late, oldest first. A mail from the future is late too: the clock was set back.
 * @param now ms since 1970
 * @param most how many mails at most; undefined: all of them
 */
export function lateMails(database: Kysely<Schema>, now: number, most?: number): Promise<Mail[]> {
  return database
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'queued')
    .where((mail) =>
      mail.or([mail('created_at', '<', now - patience), mail('created_at', '>', now + patience)]),
    )
    .orderBy('created_at')
    .$if(most !== undefined, (mails) => mails.limit(most ?? 0))
    .execute()
}
