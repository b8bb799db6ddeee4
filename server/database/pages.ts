import { setImmediate as letOthersRun } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Rows of one page. Reading a page takes a few ms, during which SQLite runs nothing else. */
const pageRows = 200

type Query<Row> = SelectQueryBuilder<Schema, keyof Schema, Row>

/**
 * Reads a list of any length page by page: the memory and the time to the first row do not depend on the length. A row that
 * is stored during the reading may be missing.
 * @param rows a query without `order by`
 * @param time the column to sort by; rows of the same time are sorted by id
 * @param limit rows of one page; choose a small one if callers take only the first rows
 * @param table the table of both columns, for a query of several
 */
export async function* inPages<Time extends string, Row extends { id: string } & Record<Time, unknown>>(
  rows: Query<Row>,
  time: Time,
  direction: 'asc' | 'desc' = 'asc',
  limit = pageRows,
  table?: keyof Schema,
): AsyncGenerator<Row> {
  const column = (name: string) => sql.ref(table ? `${table}.${name}` : name)
  const [key, id] = [column(time), column('id')]
  const first = rows.orderBy(key, direction).orderBy(id, direction).limit(limit)
  const follows = direction === 'asc' ? sql.raw('>') : sql.raw('<')
  for (let query = first; ; ) {
    const page = await query.execute()
    yield* page
    const last = page.at(-1)
    if (!last || page.length < limit) return
    query = first.where(sql<boolean>`(${key}, ${id}) ${follows} (${last[time]}, ${last.id})`)
    await letOthersRun()
  }
}

type Created = { id: string; created_at: number }

/** Rows of one table, the newest first, read page by page. */
export const newestFirst = <Row extends Created>(rows: Query<Row>) => inPages(rows, 'created_at', 'desc')

/** Rows of one table, the oldest first, read page by page. */
export const oldestFirst = <Row extends Created>(rows: Query<Row>, limit?: number) =>
  inPages(rows, 'created_at', 'asc', limit)
