import { setTimeout as pause } from 'node:timers/promises'
import { ShopError } from '../errors.ts'

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** How long work is repeated after it first found the file locked, in ms. Our own transactions take a few ms. */
const longestWait = 5000

/**
 * Whether another program has locked SQLite's file. The lowest byte of an error code is the primary code
 * (https://www.sqlite.org/rescode.html#primary_result_codes_versus_extended_result_codes).
 */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && ((error as Error & { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY

/**
 * Runs `work`, and repeats it while another program has locked the file. SQLite's own timeout would stop the whole process.
 * @throws ShopError `unavailable` after `longestWait`
 */
export async function retryWhileBusy<T>(work: () => T | Promise<T>): Promise<T> {
  let giveUpAt = Number.POSITIVE_INFINITY
  for (;;) {
    try {
      return await work()
    } catch (cause) {
      if (!isBusy(cause)) throw cause
      giveUpAt = Math.min(giveUpAt, performance.now() + longestWait)
      if (performance.now() > giveUpAt) {
        const message = 'The shop is busy; nothing was changed. Please try again in a minute.'
        throw new ShopError('unavailable', message, { cause })
      }
    }
    // The jitter keeps two programs from trying at the same moments again and again.
    await pause(1 + Math.random() * 9)
  }
}
