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

/** A field of a CSV. A spreadsheet would run a text that begins like a formula. */
const field = (value: string | number) =>
  typeof value === 'number'
    ? String(value)
    : `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

/** The rows as comma-separated values (RFC 4180). */
export const csvOf = (rows: Row[]): string =>
  [columns.join(), ...rows.map((row) => columns.map((column) => field(row[column])).join())]
    .map((line) => `${line}\r\n`)
    .join('')
