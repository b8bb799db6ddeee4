import { setImmediate as letOthersRun } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Rows of one page. Reading a page takes a few ms, during which SQLite runs nothing else. */
const pageRows = 200

type Query<Table extends keyof Schema, Row> = SelectQueryBuilder<Schema, Table, Row>
type Listed = { id: string; created_at: number }

/**
 * Reads a list of any length page by page: the memory and the time to the first row do not depend on the length. A row that
 * is stored meanwhile may be missing.
 */
async function* inPages<Table extends keyof Schema, Row extends Listed>(
  rows: Query<Table, Row>,
  direction: 'asc' | 'desc',
  limit: number,
): AsyncGenerator<Row> {
  const [createdAt, id] = [sql.ref('created_at'), sql.ref('id')]
  const first = rows.orderBy(createdAt, direction).orderBy(id, direction).limit(limit)
  const follows = direction === 'asc' ? sql.raw('>') : sql.raw('<')
  for (let query = first; ; ) {
    const page = await query.execute()
    yield* page
    const last = page.at(-1)
    if (!last || page.length < limit) return
    query = first.where(sql<boolean>`(${createdAt}, ${id}) ${follows} (${last.created_at}, ${last.id})`)
    await letOthersRun()
  }
}

/** @param rows of one table, without an order */
export const newestFirst = <Table extends keyof Schema, Row extends Listed>(rows: Query<Table, Row>) =>
  inPages(rows, 'desc', pageRows)

/**
 * @param rows of one table, without an order
 * @param limit rows of one page; choose a small one if callers take only the first rows
 */
export const oldestFirst = <Table extends keyof Schema, Row extends Listed>(
  rows: Query<Table, Row>,
  limit = pageRows,
) => inPages(rows, 'asc', limit)
