import type { Row } from 'scp-dry-run'

const columns = [
  'verdict',
  'policy',
  'sid',
  'missing',
  'account',
  'principal',
  'action',
  'region',
  'times',
  'first',
  'last',
] as const

/** A field of a CSV. Text that begins like a formula gets an apostrophe, or a spreadsheet would run it. */
const field = (value: string | number) =>
  typeof value === 'number'
    ? String(value)
    : `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

/**
 * The rows as a file of comma-separated values (RFC 4180). It begins with a byte order mark. Without it, Excel on Windows reads
 * UTF-8 as the code page of the country.
 */
export function csvOf(rows: readonly Row[]): string {
  const lines = [columns.join(), ...rows.map((row) => columns.map((column) => field(row[column])).join())]
  return `\ufeff${lines.map((line) => `${line}\r\n`).join('')}`
}
