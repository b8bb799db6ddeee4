import { reasonOf } from '../errors.ts'
import { within } from '../timing/within.ts'

/** The time limit for an answer, in ms. Buyers do not wait longer either. */
const timeLimit = 10_000

/** Waits for a check, at most `timeLimit`. @returns the problem; null: none */
export function attempt(work: Promise<unknown>): Promise<string | null> {
  const timeoutError = () => new Error(`no answer within ${timeLimit / 1000} s`)
  return within(timeLimit, work, timeoutError).then(() => null, reasonOf)
}
