import { setImmediate as letOthersRun } from 'node:timers/promises'

/** Rows of one page. Reading one takes a few ms, in which SQLite lets nobody else run. */
const pageRows = 200

/**
 * All rows of a list of any length, read page by page, so that neither memory nor the time to the first row depends on the
 * length. A row that is stored meanwhile may be missing.
 * @param readPage gives at most `limit` rows that follow `last` in the order of a key; the first ones without `last`
 * @param limit rows of one page
 */
export async function* inPages<Row>(
  readPage: (last: Row | undefined, limit: number) => Promise<Row[]>,
  limit = pageRows,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await readPage(last, limit)
    yield* rows
    if (rows.length < limit) return
    last = rows.at(-1)
    await letOthersRun()
  }
}
