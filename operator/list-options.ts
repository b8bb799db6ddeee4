import { type Command, InvalidArgumentError } from 'commander'

/** Which part of a list is wanted. Times in ms since 1970, `until` not included. */
export interface ListRange {
  since?: number
  until?: number
  limit?: number
}

const day = 24 * 3_600_000

function timeOf(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z?)?$/.test(text)
    ? Date.parse(text.length === 10 || text.endsWith('Z') ? text : `${text}Z`)
    : Number.NaN
  // The 31st of a month that has 30 days is no day, though Date.parse takes it.
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10))) return ms
  throw new InvalidArgumentError('Give a day such as 2026-11-20, or a time such as 2026-11-20T09:30, in UTC.')
}

function countOf(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('Give a whole number above 0.')
}

/** A day means its end. */
const untilOf = (text: string): number => timeOf(text) + (text.length === 10 ? day : 0)

/** Adds `--since`, `--until` and `--limit` to a command that prints a list, newest first. */
export const addRange = (command: Command): Command =>
  command
    .option('--since <day>', 'only from this day or time on, in UTC', timeOf)
    .option('--until <day>', 'only up to this day or time, in UTC', untilOf)
    .option('--limit <number>', 'at most so many', countOf)

/** The first rows of a list. */
export async function* firstOf<Row>(
  rows: AsyncIterable<Row>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Row> {
  let count = 0
  for await (const row of rows) {
    yield row
    if (++count >= limit) return
  }
}
