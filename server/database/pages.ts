import { setImmediate as letOthersRun } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Rows of one page. Reading a page takes a few ms, during which SQLite runs nothing else. */
const pageRows = 200

type Query<Row> = SelectQueryBuilder<Schema, keyof Schema, Row>

interface Paging {
  direction?: 'asc' | 'desc'
  /**
   * Where the list begins: at or after this time, or before it if the newest row is first. Do not put this bound into the query. SQLite
   * would search the index from there for every page, so that a list of n pages takes n² steps.
   */
  from?: number | undefined
  /** Rows of one page. Choose a small number if callers take only the first rows. */
  limit?: number | undefined
  /** The table of both columns, for a query of several. */
  table?: keyof Schema
}

/**
 * Reads a list of any length page by page: the memory and the time to the first row do not depend on the length. A row that
 * is stored during the reading may be missing.
 * @param rows a query without `order by`
 * @param time the column to sort by; rows of the same time are sorted by id
 */
async function* inPages<Time extends string, Row extends { id: string } & Record<Time, unknown>>(
  rows: Query<Row>,
  time: Time,
  { direction = 'asc', from, limit = pageRows, table }: Paging = {},
): AsyncGenerator<Row> {
  const column = (name: string) => sql.ref(table ? `${table}.${name}` : name)
  const [key, id] = [column(time), column('id')]
  const isAscending = direction === 'asc'
  const page = rows.orderBy(key, direction).orderBy(id, direction).limit(limit)
  const begins = isAscending ? sql.raw('>=') : sql.raw('<')
  const follows = isAscending ? sql.raw('>') : sql.raw('<')
  let query = from === undefined ? page : page.where(sql<boolean>`${key} ${begins} ${from}`)
  for (;;) {
    const read = await query.execute()
    yield* read
    const last = read.at(-1)
    if (!last || read.length < limit) return
    query = page.where(sql<boolean>`(${key}, ${id}) ${follows} (${last[time]}, ${last.id})`)
    await letOthersRun()
  }
}

type Created = { id: string; created_at: number }

/** Rows of one table, the oldest first, read page by page. */
export const oldestFirst = <Row extends Created>(rows: Query<Row>, limit?: number) =>
  inPages(rows, 'created_at', { limit })
