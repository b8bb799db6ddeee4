import type { Skip } from '../trail/cloudtrail.ts'
import type { Result } from './judge.ts'
import type { Reading } from './reading.ts'

/** Why an event was not judged. */
export type NotJudged = Skip | 'management' | 'beyondLimit' | 'duplicates'

/** How many events were not judged, by reason. The most frequent first. */
export function notJudged(reading: Reading, { management }: Result): [times: number, why: NotJudged][] {
  const { skipped, duplicates, beyondLimit } = reading
  const counts: Partial<Record<NotJudged, number>> = { ...skipped, management, duplicates, beyondLimit }
  return Object.entries(counts)
    .map(([why, times]): [number, NotJudged] => [times, why as NotJudged])
    .filter(([times]) => times > 0)
    .sort(([a], [b]) => b - a)
}

/** Counts the events that no policy was applied to. Duplicates are not events of their own. */
export const countSkipped = (reading: Reading, result: Result): number =>
  notJudged(reading, result).reduce((sum, [times, why]) => (why === 'duplicates' ? sum : sum + times), 0)
