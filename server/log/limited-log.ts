import type { Log } from './log.ts'

const minute = 60_000

/** Lines of one event in one minute: enough to see what is going on, too few to fill a disk. */
const linesPerMinute = 10

/**
 * A log for what strangers cause at will. Of each event it writes the first lines of a minute; the first line after
 * those that were left out says how many they were.
 * @param now ms since 1970
 */
export function limitLog(log: Log, now: () => number): Log {
  const counts = new Map<string, { minute: number; lines: number; leftOut: number }>()
  const limited =
    (level: keyof Log) =>
    (event: string, details: Record<string, unknown> = {}): void => {
      const thisMinute = Math.floor(now() / minute)
      const before = counts.get(event)
      const count =
        before?.minute === thisMinute
          ? before
          : { minute: thisMinute, lines: 0, leftOut: before?.leftOut ?? 0 }
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
