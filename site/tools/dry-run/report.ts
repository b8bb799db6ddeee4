// A judged trail as plain data. Maps and Sets do not survive JSON, and the build writes the example's report into the page.
import type { Reading, Result, Row } from 'scp-dry-run'
import { countSkipped, type NotJudged, notJudged } from './texts.ts'

export interface Report {
  events: number
  denied: number
  unknown: number
  allowed: number
  skipped: number
  rows: readonly Row[]
  /** Requests that were denied because of their region, by region. The most frequent first. */
  regions: readonly (readonly [region: string, times: number])[]
  notJudged: readonly (readonly [times: number, why: NotJudged])[]
  /** Judged events by account. The most frequent first. */
  accounts: readonly (readonly [account: string, events: number])[]
}

export const reportOf = (reading: Reading, result: Result): Report => ({
  events: reading.events,
  denied: result.verdicts.denied,
  unknown: result.verdicts['cannot tell'],
  allowed: result.verdicts.allowed,
  skipped: countSkipped(reading, result),
  rows: result.rows,
  regions: [...result.regions],
  notJudged: notJudged(reading, result),
  accounts: [...reading.accounts].sort(([, a], [, b]) => b - a),
})
