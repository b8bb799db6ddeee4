import { reasonOf } from '../../server/errors.ts'
import { within } from '../../server/timing/within.ts'

/** The time limit for an answer, in ms. Buyers do not wait longer either. */
const patience = 10_000

/** @returns what went wrong, or null */
export function attempt(work: Promise<unknown>): Promise<string | null> {
  const late = () => new Error(`no answer within ${patience / 1000} s`)
  return within(patience, work, late).then(() => null, reasonOf)
}
