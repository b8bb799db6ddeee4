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

/** Puts each column under the one above it, with two spaces between columns. */
function aligned(rows: unknown[][]): string {
  const lines = rows.map((row) => row.map(printable))
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** @param none the text without rows */
export const table = (headings: string[], rows: unknown[][], none = 'None.'): string =>
  rows.length === 0 ? none : aligned([headings, ...rows])

/** Names and values, one pair on each line. Names without a value are left out. */
export const keyValues = (entries: [name: string, value: unknown][]): string =>
  aligned(entries.filter(([, value]) => value !== null && value !== undefined && value !== ''))

/**
 * A time that is easy to compare: `2026-11-20 10:31` in UTC.
 * @param ms since 1970
 */
export const time = (ms: number | null): string =>
  ms === null ? '' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

/**
 * Comma-separated values with CRLF, quoted where necessary (RFC 4180). Names come from strangers, so a cell that a spreadsheet
 * would run as a formula gets an apostrophe (OWASP, "CSV Injection"). This includes a formula after a semicolon or a tab, which
 * some spreadsheets read as separators. Control and direction characters become spaces. The text lacks its last line feed.
 * @param rows their names are the headings
 */
export const csv = (rows: Record<string, unknown>[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((row) => `${row.map(csvCell).join(',')}\r`)
    .join('\n')

function csvCell(value: unknown): string {
  const text = String(value ?? '').replace(/(?:(?![\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029])+/gu, ' ')
  const safe =
    typeof value === 'string' ? text.replace(/(^ *|[;\t] *)(?=[=+\-@＝＋－＠])|^(?=\t)/g, "$1'") : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
