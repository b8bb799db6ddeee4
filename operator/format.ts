/**
 * A value as one line for the terminal. What strangers typed must not steer it, nor turn the order of what stands
 * beside it, nor become a link that a click opens.
 */
export const printable = (value: unknown): string =>
  String(value ?? '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll('://', ': //')

/**
 * JSON for programs that is safe to look at in a terminal: control and direction characters are written as escapes, which
 * mean the same (RFC 8259 §7).
 */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, (character) =>
    character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

/** Columns as wide as their widest cell, two spaces apart; `none` when there are no rows. */
export function table(headings: string[], rows: unknown[][], none = 'None.'): string {
  if (rows.length === 0) return none
  const lines = [headings, ...rows].map((row) => row.map(printable))
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** One fact a line, its name in front. Facts without a value are left out. */
export function facts(entries: [name: string, value: unknown][]): string {
  const known = entries.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...known.map(([name]) => name.length))
  return known.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`).join('\n')
}

/** A time as people compare them: `2026-11-20 10:31` in UTC. @param ms since 1970 */
export const time = (ms: number | null): string =>
  ms === null ? '' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

/**
 * Comma-separated values with CRLF, quoted where needed (RFC 4180). A cell that a spreadsheet would run as a
 * formula gets an apostrophe in front, as does what would be a cell where the list separator is a semicolon or a tab:
 * names come from strangers (OWASP, "CSV Injection"). Control and direction characters become a space.
 */
export function csv(headings: string[], rows: unknown[][]): string {
  const cell = (value: unknown) => {
    const text = String(value ?? '').replace(/(?:(?!\t)[\p{Cc}\p{Cf}\u2028\u2029])+/gu, ' ')
    const safe =
      typeof value === 'string' ? text.replace(/(^ *|[;\t] *)(?=[=+\-@＝＋－＠])|^(?=\t)/g, "$1'") : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return [headings, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
