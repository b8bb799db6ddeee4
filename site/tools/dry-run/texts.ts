// The texts of a result, for the built example and for the page's script.
import type { Reading, Result, Row } from 'scp-dry-run'
import type { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'

export type Words = typeof dryRun

/** The texts of a row by their place in it. */
export function rowTexts(row: Row, { result: words }: Words, format: (count: number) => string) {
  const missing =
    row.missing === 'action'
      ? words.missingAction
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
    times: format(row.times),
    days: row.first === row.last ? row.first : `${row.first} ${words.to} ${row.last}`,
  }
}

/** What was not judged: how often, and why. The most frequent first. */
export function notJudged(
  reading: Reading,
  result: Result,
  { result: words }: Words,
): [times: number, why: string][] {
  const { skipped, duplicates, beyondLimit } = reading
  const counts = Object.entries({ ...skipped, management: result.management, duplicates, beyondLimit })
  return counts
    .filter(([, times]) => times > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([why, times]) => [times, words.notJudged[why as keyof typeof words.notJudged]])
}

/** Events that no guardrail decided on. Duplicates are no events of their own. */
export const countSkipped = ({ skipped, beyondLimit }: Reading, { management }: Result): number =>
  Object.values(skipped).reduce((sum, times) => sum + times, management + beyondLimit)

/** The line of organization/terraform.tfvars that allows one region more. */
export const regionsLine = (regions: readonly string[], more: string): string =>
  `regions = [${[...regions, more].map((region) => `"${region}"`).join(', ')}]`
