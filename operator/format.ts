/**
 * A value as one line for the terminal. Text from strangers must not control the terminal, reverse the text beside it, or
 * become a clickable link.
 */
export const printable = (value: unknown): string =>
  String(value ?? '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll('://', ': //')

/**
 * JSON that is also safe to print in a terminal: control and direction characters are escaped, which does not change the value
 * (RFC 8259 §7).
 */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, (character) =>
    character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

type Lines = string[][]

const linesOf = (rows: unknown[][]): Lines => rows.map((row) => row.map(printable))

const widthsOf = (lines: Lines): number[] =>
  (lines[0] ?? []).map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, line[column]?.length ?? 0), 0),
  )

/** Cells with two spaces between them. A cell that is wider than its column moves the cells after it. */
const align = (lines: Lines, widths: number[]): string =>
  lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')

/**
 * A table. Each column is as wide as its widest cell, with two spaces between columns.
 * @param none the text without rows
 */
export function table(headings: string[], rows: unknown[][], none = 'None.'): string {
  if (rows.length === 0) return none
  const lines = [headings, ...linesOf(rows)]
  return align(lines, widthsOf(lines))
}

/** Rows that become one text. The first of them set the column widths of a long table. */
const rowsOfText = 200

async function* batchesOf<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < rowsOfText) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A table of any length as several texts, so that it does not have to fit in memory. */
export async function* tableOf<Row>(list: {
  rows: AsyncIterable<Row>
  headings: string[]
  cells: (row: Row) => unknown[]
  none: string
}): AsyncGenerator<string> {
  let widths: number[] | undefined
  for await (const rows of batchesOf(list.rows)) {
    const lines = linesOf(rows.map(list.cells))
    if (!widths) {
      lines.unshift(list.headings)
      widths = widthsOf(lines)
    }
    yield align(lines, widths)
  }
  if (!widths) yield list.none
}

/** An array of any length as several texts, in the layout of `printableJson`. */
export async function* jsonArray(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = ''
  for await (const batch of batchesOf(values)) {
    const elements = batch.map((value) => printableJson(value).replace(/^/gm, '  '))
    if (before) yield `${before},`
    else yield '['
    before = elements.join(',\n')
  }
  yield before ? `${before}\n]` : '[]'
}

/** Facts with their names, one on each line. Facts without a value are left out. */
export function facts(entries: [name: string, value: unknown][]): string {
  const known = entries.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...known.map(([name]) => name.length))
  return known.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`).join('\n')
}

/**
 * A time that is easy to compare: `2026-11-20 10:31` in UTC.
 * @param ms since 1970
 */
export const time = (ms: number | null): string =>
  ms === null ? '' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

/**
 * Comma-separated values with CRLF, quoted where necessary (RFC 4180). Names come from strangers, so a cell that a spreadsheet
 * would run as a formula gets an apostrophe (OWASP, "CSV Injection"). This includes text that becomes a cell of its own where
 * the separator is a semicolon or a tab. Control and direction characters become spaces.
 *
 * It gives several texts, so that a long export does not have to fit in memory. Each text lacks its last line feed.
 */
export async function* csv<Row>(
  headings: string[],
  rows: AsyncIterable<Row>,
  cells: (row: Row) => unknown[],
): AsyncGenerator<string> {
  yield csvLine(headings)
  for await (const batch of batchesOf(rows)) yield batch.map((row) => csvLine(cells(row))).join('\n')
}

/** One line, without the line feed at its end. */
const csvLine = (row: unknown[]): string => `${row.map(csvCell).join(',')}\r`

function csvCell(value: unknown): string {
  const text = String(value ?? '').replace(/(?:(?!\t)[\p{Cc}\p{Cf}\u2028\u2029])+/gu, ' ')
  const safe =
    typeof value === 'string' ? text.replace(/(^ *|[;\t] *)(?=[=+\-@＝＋－＠])|^(?=\t)/g, "$1'") : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
