import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Mail, Schema } from '../database/schema.ts'

/** A mail that waits longer than this is late, in ms. Most outages of a mail server are shorter. */
const lateAfter = 15 * 60_000

/**
 * A `where` condition for queued mail that is late. A mail that was queued in the future, before the clock was set back, also
 * counts as late. A mail for a later day is late only after that time.
 * @param now ms since 1970
 */
export const isLate = (now: number) => (mail: ExpressionBuilder<Schema, 'outbox'>) =>
  mail.or([
    mail(mail.fn.coalesce('not_before', 'created_at'), '<', now - lateAfter),
    mail.and([mail('not_before', 'is', null), mail('created_at', '>', now + lateAfter)]),
  ])

/**
 * Mails that are late, oldest first.
 * @param now ms since 1970
 * @param most the most mails; undefined: all of them
 */
export function lateMails(database: Kysely<Schema>, now: number, most?: number): Promise<Mail[]> {
  return database
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'queued')
    .where(isLate(now))
    .orderBy('created_at')
    .$if(most !== undefined, (mails) => mails.limit(most ?? 0))
    .execute()
}
