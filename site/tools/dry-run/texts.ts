// The texts of a result.

import type { Row } from 'scp-dry-run'
import { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { formatCount } from '../format-count.ts'

const { result: words } = dryRun

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
      ...(row.inside ? [fill(words.inside, { action: row.inside })] : []),
      ...(row.sid ? [fill(row.line === null ? words.by : words.byLine, row)] : []),
      ...(row.verdict === 'denied' && !row.sid ? [fill(words.nothingAt, row)] : []),
      ...(row.missing ? [missing] : []),
    ].join('. '),
    times: formatCount(row.times),
    // dry-run.css keeps this line break and allows no other.
    days: row.first === row.last ? row.first : `${row.first} ${words.to}\n${row.last}`,
  }
}
