import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Span } from './money.ts'

/**
 * The views of each source in a period, most first.
 * @param span ms since 1970: the beginning of the first day, and of the day after the last one
 */
export async function viewsBySource(
  database: Kysely<Schema>,
  span: Span,
): Promise<{ source: string; views: number }[]> {
  const rows = await database
    .selectFrom('view_sources')
    .select(({ fn }) => ['source', fn.sum<number>('views').as('views')])
    .where('day', '>=', span.from)
    .where('day', '<', span.to)
    .groupBy('source')
    .orderBy('views', 'desc')
    .orderBy('source')
    .execute()
  // Postgres gives sums as text.
  return rows.map(({ source, views }) => ({ source, views: Number(views) }))
}
