/**
 * Formats a value as one line for the terminal. Text from strangers must not control the terminal, reverse the text beside it,
 * or become a clickable link. Joiners (U+200C, U+200D) stay, because they belong to the spelling of names.
 */
export const printable = (value: unknown): string =>
  String(value ?? '')
    .replace(/(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029])+/gu, ' ')
    .replaceAll('://', ': //')

/**
 * JSON that is also safe to print in a terminal: control and direction characters are escaped, which does not change the value
 * (RFC 8259 §7).
 */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, (character) =>
    character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

/** What a marked word means: a color, or bold for `heading`. */
export type Tone = 'heading' | 'good' | 'attention' | 'bad' | 'past'

/** How a text is printed. */
export interface Look {
  /** The most columns of a line; Infinity shows every value whole. */
  width: number
  /** Marks a word, if the terminal has colors. */
  paint: (tone: Tone, text: string) => string
}

/** Shows every value whole and without colors. */
export const plainLook: Look = { width: Number.POSITIVE_INFINITY, paint: (_, text) => text }

/** Whether every value is shown whole. */
export const isWhole = ({ width }: Look): boolean => width === plainLook.width

/** A value with a color, for `table` or `keyValues`. */
export class Marked {
  readonly tone: Tone
  readonly text: string
  constructor(tone: Tone, text: string) {
    this.tone = tone
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/**
 * Shortens a text to at most `width` characters. It leaves out the middle, because both ends of an id or an address distinguish
 * it from others.
 */
export function shorten(text: string, width: number): string {
  if (text.length <= width) return text
  const start = Math.ceil((width - 1) / 2)
  return `${text.slice(0, start)}…${text.slice(text.length - (width - 1 - start))}`
}

interface Cell {
  text: string
  tone?: Tone | undefined
}
type Lines = Cell[][]

const cellOf = (value: unknown): Cell => ({
  text: printable(value),
  tone: value instanceof Marked ? value.tone : undefined,
})
const linesOf = (rows: unknown[][]): Lines => rows.map((row) => row.map(cellOf))
const headingsOf = (headings: string[]): Cell[] => headings.map((text) => ({ text, tone: 'heading' }))

/** The spaces between two columns. */
const gap = 2
/** No column becomes narrower than this. */
const narrowest = 8

/**
 * The widths of the columns. The widest columns become narrower until a line fits, except columns with a status. The last column
 * gets the remaining space.
 */
function widthsOf(lines: Lines, { width }: Look): number[] {
  const widths = (lines[0] ?? []).map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, line[column]?.text.length ?? 0), 0),
  )
  const statuses = widths.map((_, column) => lines.slice(1).some((line) => line[column]?.tone))
  const spaceLeft = () => width - widths.reduce((sum, one) => sum + one + gap, -gap)
  while (spaceLeft() < 0) {
    const widest = Math.max(...widths.filter((_, column) => !statuses[column]))
    if (widest <= narrowest) break
    widths[widths.findLastIndex((one, column) => one === widest && !statuses[column])] = widest - 1
  }
  const remaining = Math.max(0, spaceLeft())
  return widths.map((one, column) => (column === widths.length - 1 ? one + remaining : one))
}

/** Puts two spaces between cells. If the width has no limit, a cell that is wider than its column moves the cells after it. */
const align = (lines: Lines, widths: number[], look: Look): string =>
  lines
    .map((line) => {
      const end = line.findLastIndex(({ text }) => text !== '')
      return line
        .slice(0, end + 1)
        .map(({ text, tone }, column) => {
          const room = widths[column] ?? 0
          const shown = isWhole(look) ? text : shorten(text, room)
          const painted = tone ? look.paint(tone, shown) : shown
          return column === end ? painted : painted + ' '.repeat(Math.max(0, room - shown.length) + gap)
        })
        .join('')
    })
    .join('\n')

/**
 * A table. Each column is as wide as its widest cell, with two spaces between columns.
 * @param none the text without rows
 */
export function table(headings: string[], rows: unknown[][], none = 'None.', look = plainLook): string {
  if (rows.length === 0) return none
  const lines = [headingsOf(headings), ...linesOf(rows)]
  return align(lines, widthsOf(lines, look), look)
}

/** How many rows become one text. */
const rowsOfText = 200

async function* batchesOf<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < rowsOfText) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A list of any length, for the terminal. */
export interface List<Row> {
  rows: AsyncIterable<Row>
  headings: string[]
  cells: (row: Row, look: Look) => unknown[]
  /** The fields of a row in JSON. */
  fields: (row: Row) => unknown
  /** The text for an empty list. */
  none: string
}

/** A table of any length as several texts, so that it does not have to fit in memory. */
export async function* tableOf<Row>(
  list: Omit<List<Row>, 'fields'>,
  look = plainLook,
): AsyncGenerator<string> {
  const headings = headingsOf(list.headings)
  let isFirst = true
  for await (const rows of batchesOf(list.rows)) {
    const lines = linesOf(rows.map((row) => list.cells(row, look)))
    // Each text has its own widths. With those of the first one, a wider amount or status would lose its middle.
    const widths = widthsOf([headings, ...lines], look)
    yield align(isFirst ? [headings, ...lines] : lines, widths, look)
    isFirst = false
  }
  if (isFirst) yield list.none
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

/** Names and values, one pair on each line. Names without a value are left out. */
export function keyValues(entries: [name: string, value: unknown][], { paint } = plainLook): string {
  const known = entries.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...known.map(([name]) => name.length))
  return known
    .map(([name, value]) => {
      const { text, tone } = cellOf(value)
      return `${name.padEnd(width)}  ${tone ? paint(tone, text) : text}`
    })
    .join('\n')
}

/**
 * A time that is easy to compare: `2026-11-20 10:31` in UTC.
 * @param ms since 1970
 */
export const time = (ms: number | null): string =>
  ms === null ? '' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

/**
 * Comma-separated values with CRLF, quoted where necessary (RFC 4180). Names come from strangers, so a cell that a spreadsheet
 * would run as a formula gets an apostrophe (OWASP, "CSV Injection"). This includes a formula after a semicolon or a tab, which
 * some spreadsheets read as separators. Control and direction characters become spaces.
 *
 * It gives several texts, so that a long export does not have to fit in memory. Each text lacks its last line feed.
 */
export async function* csv<Row>(
  headings: string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  cells: (row: Row) => unknown[],
): AsyncGenerator<string> {
  yield csvLine(headings)
  for await (const batch of batchesOf(rows)) yield batch.map((row) => csvLine(cells(row))).join('\n')
}

/**
 * The start of a CSV file. Without it, Excel on Windows reads UTF-8 as the code page of the country. JSON must not have it
 * (RFC 8259 §8.1).
 */
export const byteOrderMark = '\ufeff'

/** One line, without the line feed at its end. */
const csvLine = (row: unknown[]): string => `${row.map(csvCell).join(',')}\r`

function csvCell(value: unknown): string {
  const text = String(value ?? '').replace(/(?:(?![\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029])+/gu, ' ')
  const safe =
    typeof value === 'string' ? text.replace(/(^ *|[;\t] *)(?=[=+\-@＝＋－＠])|^(?=\t)/g, "$1'") : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
