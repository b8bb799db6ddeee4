/** What buyers typed must not steer the seller's terminal, nor turn the order of what stands beside it. */
const printable = (value: unknown): string => String(value ?? '').replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')

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
 * names come from strangers (OWASP, "CSV Injection").
 */
export function csv(headings: string[], rows: unknown[][]): string {
  const cell = (value: unknown) => {
    const text = String(value ?? '')
    const safe =
      typeof value === 'string' ? text.replace(/^(?=[\t\r])|(^|[;\t])(?=[=+\-@＝＋－＠])/g, "$1'") : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return [headings, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
