// A judged trail as plain data. Maps and Sets do not survive JSON, and the build writes the example's report into the page.
import { countSkipped, type NotJudged, notJudged, type Result, type Row } from 'scp-dry-run'
import type { Damage } from 'scp-dry-run/read-trail'
import type { Trail } from './state.ts'

export interface DamagedFile {
  name: string
  damage: Damage
  /** How many events of the file were counted. */
  events: number
}

export interface Report {
  events: number
  denied: number
  unknown: number
  allowed: number
  skipped: number
  rows: readonly Row[]
  /** Requests that were denied because of their region alone, by region. The most frequent first. */
  regions: readonly (readonly [region: string, times: number])[]
  /** The sum of `regions`. */
  byRegionAlone: number
  /** The regions of all judged requests. */
  allRegions: readonly string[]
  notJudged: readonly (readonly [times: number, why: NotJudged])[]
  damaged: readonly DamagedFile[]
}

export const reportOf = (
  { reading, damaged }: Pick<Trail, 'reading' | 'damaged'>,
  result: Result,
): Report => ({
  events: reading.events,
  denied: result.verdicts.denied,
  unknown: result.verdicts['cannot tell'],
  allowed: result.verdicts.allowed,
  skipped: countSkipped(reading, result),
  rows: result.rows,
  regions: [...result.regions],
  byRegionAlone: result.byRegionAlone,
  allRegions: [...new Set([...reading.groups.values()].map(({ region }) => region))].filter(Boolean).sort(),
  notJudged: notJudged(reading, result),
  damaged,
})
