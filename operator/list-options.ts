import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ShownStatus } from '../server/orders/state.ts'
import { UsageError } from './io.ts'

/** The requested part of a list. Times are in ms since 1970; `until` is not included. */
interface ListRange {
  since?: number
  until?: number
  limit?: number
}

const day = 24 * 3_600_000

function timeOf(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z?)?$/.test(text)
    ? Date.parse(text.length === 10 || text.endsWith('Z') ? text : `${text}Z`)
    : Number.NaN
  // Date.parse accepts the 31st of a month with 30 days.
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10))) return ms
  throw new InvalidArgumentError('Use a day such as 2026-11-20, or a time such as 2026-11-20T09:30, in UTC.')
}

function countOf(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('Use a whole number above 0.')
}

/** A day without a time means the end of that day. */
const untilOf = (text: string): number => timeOf(text) + (text.length === 10 ? day : 0)

/** Adds `--since`, `--until` and `--limit` to a command that prints a list, newest first. */
export const addRange = (command: Command): Command =>
  command
    .option('--since <day>', 'only from this day or time on, in UTC', timeOf)
    .option('--until <day>', 'only up to this day or time, in UTC', untilOf)
    .option('--limit <number>', 'at most this many', countOf)
    .hook('preAction', (_, action) => {
      const { since, until } = action.opts<ListRange>()
      if (since !== undefined && until !== undefined && until <= since)
        throw new UsageError('--until is before --since.')
    })

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

const statuses: ShownStatus[] = ['open', 'waiting', 'paid', 'refunded', 'disputed', 'expired', 'failed']

/** The options of a command that reads orders. */
export interface OrdersRange extends ListRange {
  status?: ShownStatus
}

export const byStatus = () => new Option('--status <status>', 'only orders of this status').choices(statuses)
