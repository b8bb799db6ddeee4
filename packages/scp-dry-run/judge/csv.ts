import type { Row } from './judge.ts'

/** The fields of a row, in the order of the columns. */
export const columns = [
  ...(['verdict', 'times', 'action', 'principal', 'account', 'region'] as const),
  ...(['level', 'policy', 'sid', 'line', 'inside', 'missing', 'first', 'last'] as const),
] satisfies (keyof Row)[]

/** A field of a CSV. Text that begins like a formula gets an apostrophe, or a spreadsheet would run it. */
const field = (value: string | number | null) =>
  typeof value === 'number'
    ? String(value)
    : `"${(value ?? '').replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

/** The rows as comma-separated values with a head (RFC 4180). */
export function csvOf(rows: readonly Row[]): string {
  const lines = [columns.join(), ...rows.map((row) => columns.map((column) => field(row[column])).join())]
  return lines.map((line) => `${line}\r\n`).join('')
}
