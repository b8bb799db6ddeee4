import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** A mail that waits longer than this is late, in ms. Most outages of a mail server are shorter. */
const lateAfter = 15 * 60_000

/**
 * The query for queued mail that is late, oldest first. A mail that was queued in the future, before the clock was set back, also
 * counts as late. A mail for a later day is late only after that time.
 * @param now ms since 1970
 */
export const lateMails = (database: Kysely<Schema>, now: number) =>
  database
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'queued')
    .where((mail) =>
      mail.or([
        mail(mail.fn.coalesce('not_before', 'created_at'), '<', now - lateAfter),
        mail.and([mail('not_before', 'is', null), mail('created_at', '>', now + lateAfter)]),
      ]),
    )
    .orderBy('created_at')
