import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** A mail that waits longer than this is late, in ms. Most outages of a mail server are shorter. */
const lateAfter = 15 * 60_000

/**
 * The query for queued mail that is late, oldest first.
 * @param now ms since 1970
 */
export const lateMails = (database: Kysely<Schema>, now: number) =>
  database
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'queued')
    .where('created_at', '<', now - lateAfter)
    .orderBy('created_at')
