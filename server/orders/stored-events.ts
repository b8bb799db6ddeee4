import type { Kysely } from 'kysely'
import type { Schema, StoredEvent } from '../database/schema.ts'

/** Stored events, newest first. */
export function listEvents(
  database: Kysely<Schema>,
  filter: { outcome?: StoredEvent['outcome'] | undefined } = {},
): Promise<StoredEvent[]> {
  const events = database.selectFrom('events').selectAll().orderBy('created_at', 'desc').orderBy('id')
  return (filter.outcome ? events.where('outcome', '=', filter.outcome) : events).execute()
}
