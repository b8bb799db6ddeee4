// The texts of a result.

import type { Reading, Result, Row } from 'scp-dry-run'
import { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { formatCount } from '../format-count.ts'

const { result: words } = dryRun

/** Why events were not judged. */
export type NotJudged = Exclude<keyof typeof words.notJudged, 'heading'>

/** The texts of a row, by the part of the row that shows them. */
export function rowTexts(row: Row) {
  const missing =
    row.missing === 'action'
      ? words.missingAction
      : row.missing === 'ec2:Encrypted'
        ? words.missingEncrypted
        : fill(words.missing, { missing: row.missing.replace(/^resource\b/, words.resource) })
  return {
    action: row.action || '—',
    principal: row.principal.replace(/^arn:[^:]*:\w+::\d*:/, ''),
    place: `${row.account} ${words.in} ${row.region}`,
    verdict: words.verdicts[row.verdict],
    reason: [
      ...(row.sid ? [fill(words.by, { sid: row.sid, policy: row.policy })] : []),
      ...(row.missing ? [missing] : []),
    ].join('. '),
    times: formatCount(row.times),
    days: row.first === row.last ? row.first : `${row.first} ${words.to} ${row.last}`,
  }
}

/** How many events were not judged, by reason. The most frequent first. */
export function notJudged(reading: Reading, result: Result): [times: number, why: NotJudged][] {
  const { skipped, duplicates, beyondLimit } = reading
  const counts = Object.entries({ ...skipped, management: result.management, duplicates, beyondLimit })
  return counts
    .filter(([, times]) => times > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([why, times]) => [times, why as NotJudged])
}

/** Counts the events that no guardrail was applied to. Duplicates are not events of their own. */
export const countSkipped = ({ skipped, beyondLimit }: Reading, { management }: Result): number =>
  Object.values(skipped).reduce((sum, times) => sum + times, management + beyondLimit)

/** The line of organization/terraform.tfvars that allows one more region. */
export const regionsLine = (regions: readonly string[], more: string): string =>
  `regions = [${[...regions, more].map((region) => `"${region}"`).join(', ')}]`
