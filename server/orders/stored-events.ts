import { type Kysely, type SqlBool, sql } from 'kysely'
import { newestFirst } from '../database/pages.ts'
import type { Schema, StoredEvent } from '../database/schema.ts'
import { ShopError } from '../errors.ts'

/** Stored events, newest first, read page by page. */
export function listEvents(
  database: Kysely<Schema>,
  filter: {
    outcome?: StoredEvent['outcome'] | undefined
    /** Stored at or after this time, in ms since 1970. */
    since?: number | undefined
    /** Stored before this time, in ms since 1970. */
    until?: number | undefined
  } = {},
): AsyncGenerator<StoredEvent> {
  let events = database.selectFrom('events').selectAll()
  if (filter.outcome) events = events.where('outcome', '=', filter.outcome)
  if (filter.since !== undefined) events = events.where('created_at', '>=', filter.since)
  return newestFirst(events, filter.until)
}

/** The most candidates that are shown for an ambiguous name. */
const mostCandidates = 10

/**
 * The events that match what the seller typed: an id, its first characters (six or more), or its beginning and its end with an
 * ellipsis between them, as the command line shows it.
 * @returns at most ten, newest first
 */
export async function findMatchingEvents(database: Kysely<Schema>, name: string): Promise<StoredEvent[]> {
  const events = database.selectFrom('events').selectAll().limit(mostCandidates)
  const exact = await events.where('id', '=', name).execute()
  const [start = '', end = ''] = name.split('…')
  if (exact.length > 0 || start.length < 6) return exact
  const literally = (text: string) => text.replace(/[%_\\]/g, '\\$&')
  const pattern = `${literally(start)}%${literally(end)}`
  return events.where(sql<SqlBool>`id like ${pattern} escape '\\'`).orderBy('created_at', 'desc').execute()
}

/** @throws ShopError `not_found` */
export async function findEvent(database: Kysely<Schema>, id: string): Promise<StoredEvent> {
  const event = await database.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
  if (event) return event
  throw new ShopError('not_found', `There is no event ${id}.`, {
    remedy: 'See their ids: npm run shop -- events list',
  })
}
