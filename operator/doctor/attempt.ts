import { reasonOf } from '../../server/errors.ts'
import { within } from '../../server/timing/within.ts'

/** A service that does not answer in this time, in ms, does not answer buyers either. */
const patience = 10_000

/** @returns what is wrong, or null */
export function attempt(work: Promise<unknown>): Promise<string | null> {
  const late = () => new Error(`no answer within ${patience / 1000} s`)
  return within(patience, work, late).then(() => null, reasonOf)
}
