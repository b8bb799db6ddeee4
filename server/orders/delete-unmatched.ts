import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * Deletes events that belong to no order.
 * @param storedBefore ms since 1970
 * @param limit the most rows, because other transactions wait meanwhile
 * @returns how many were deleted
 */
export async function deleteUnmatchedEvents(
  database: Kysely<Schema>,
  storedBefore: number,
  limit: number,
): Promise<number> {
  // Use two statements: with one, Postgres may read the whole table.
  const old = await database
    .selectFrom('events')
    .select('id')
    .where('order_id', 'is', null)
    .where('created_at', '<', storedBefore)
    .limit(limit)
    .execute()
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  // An event may have found its order meanwhile.
  const { numDeletedRows } = await database
    .deleteFrom('events')
    .where('id', 'in', ids)
    .where('order_id', 'is', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
