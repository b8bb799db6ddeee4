import type { Log } from './log.ts'

const minute = 60_000

/** The most lines for one event in a minute: enough to see what happens, too few to fill a disk. */
const linesPerMinute = 10

/**
 * A log for events that strangers can cause at will. It writes only the first lines of each event in a minute. The first line
 * of a later minute says how many were left out.
 * @param now ms since 1970
 */
export function limitLog(log: Log, now: () => number): Log {
  const counts = new Map<string, { minute: number; lines: number; leftOut: number }>()
  const limited =
    (level: keyof Log) =>
    (event: string, details: Record<string, unknown> = {}): void => {
      const thisMinute = Math.floor(now() / minute)
      const previous = counts.get(event)
      const count =
        previous?.minute === thisMinute
          ? previous
          : { minute: thisMinute, lines: 0, leftOut: previous?.leftOut ?? 0 }
      counts.set(event, count)
      if (count.lines === linesPerMinute) {
        count.leftOut++
        return
      }
      count.lines++
      log[level](event, count.leftOut > 0 ? { ...details, leftOut: count.leftOut } : details)
      count.leftOut = 0
    }
  return { info: limited('info'), warn: limited('warn'), error: limited('error') }
}

/**
 * Whether to log a failure: the first, second, fourth, eighth … in a row. A fault that lasts must not fill the log.
 * @param failures how many there were in a row, this one included
 */
export const isWorthLogging = (failures: number): boolean => Number.isInteger(Math.log2(failures))
