import { setTimeout as pause } from 'node:timers/promises'
import { isWorthLogging } from '../log/limited-log.ts'
import type { Log } from '../log/log.ts'

/** A background task. */
export interface Loop {
  /** Resolves when the current run has finished. */
  stop(): Promise<void>
}

/**
 * The longest pause after failures, in ms, unless the usual pause is longer. It is short: when the database is back, buyers wait for
 * their mail.
 */
const longestPause = 10_000

/** The pause before the next run, in ms. It doubles with each failure in a row. */
const pauseBefore = (pauseMs: number, failures: number): number =>
  failures === 0 ? pauseMs : Math.max(pauseMs, Math.min(pauseMs * 2 ** (failures - 1), longestPause))

/**
 * Repeats `runOnce` until it is stopped. A run that throws is repeated after a pause that grows. Of failures in a row, only a few are
 * logged. Otherwise, a database that is gone for an hour would fill the disk with log lines.
 * @param runOnce returns true if there is more to do immediately. `stop` aborts its signal
 * @param options `pauseMs`: the pause after a run, unless it returned true. `event`: the name of a failed run in the log
 * @param wait waits for some ms, or until its signal is aborted
 */
export function startLoop(
  runOnce: (signal: AbortSignal) => Promise<unknown>,
  options: { pauseMs: number; log: Log; event: string },
  wait = (ms: number, signal: AbortSignal): Promise<unknown> => pause(ms, undefined, { signal }),
): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  const { pauseMs, log, event } = options
  let failures = 0
  const run = async () => {
    try {
      const more = await runOnce(signal)
      failures = 0
      return more
    } catch (error) {
      failures++
      if (isWorthLogging(failures)) log.error(event, { error, failures })
      return false
    }
  }
  const repeat = async () => {
    while (!signal.aborted) {
      const more = await run()
      if (more !== true) await wait(pauseBefore(pauseMs, failures), signal).catch(() => {})
    }
  }
  const ended = repeat()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}
