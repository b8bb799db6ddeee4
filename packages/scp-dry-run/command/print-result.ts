import { columns, csvOf } from '../judge/csv.ts'
import type { Result, Row } from '../judge/judge.ts'
import { type NotJudged, notJudged } from '../judge/not-judged.ts'
import type { Reading } from '../judge/reading.ts'
import type { Format } from './arguments.ts'
import type { FileReading } from './read-files.ts'
import { counted, formatCount, tableOf } from './table.ts'

export interface Judged {
  totals: { denied: number; unknown: number; allowed: number; skipped: number }
  reading: Reading
  result: Result
  files: readonly FileReading[]
  /** How many files of other kinds were left out. */
  others: number
}

/** Rows in the table. More would push the totals off the screen. */
const mostRows = 50

const reasons: Record<NotJudged, string> = {
  service: 'AWS services that act for themselves, which no policy limits',
  serviceLinkedRole: 'service-linked roles, which no policy limits',
  management: 'the management account, which no policy limits',
  otherAccount: 'callers of other accounts, whose own trail has the event',
  noPrincipal: 'signed by no role or user',
  refused: 'refused already',
  signIn: 'sign-ins, and clicks in the console that are no requests',
  noRequest: 'records of services, insights and network activity',
  incomplete: 'without the fields of a request',
  beyondLimit: 'too many different requests: judge fewer files at once',
  duplicates: 'came twice, and count once',
}

const missingOf = ({ missing }: Row): string[] => (missing === '' ? [] : missing.split(', '))

/** The last part of an ARN, with its path. The roles of Identity Center have a long one, which is always the same. */
const shortName = (principal: string) =>
  principal.replace(/^arn:[^:]*:\w+::\d*:/, '').replace(/^role\/aws-reserved\/.*\//, 'role/')

/** What decides a row, and what is missing. */
function reasonOf(row: Row): string {
  const { policy, sid, line, level, inside, verdict } = row
  const place = line === null ? policy : `${policy}:${line}`
  const by = policy
    ? `${sid} (${place})`
    : level && verdict === 'denied'
      ? `nothing allows it at ${level}`
      : ''
  const passed = inside ? `${inside}: ` : ''
  const missing = missingOf(row)
  return `${passed}${by}${missing.length > 0 ? ` needs ${missing.join(', ')}` : ''}`.trim()
}

function textOf({ totals, reading, result, files, others }: Judged): string {
  const { rows, byRegionAlone, assumed } = result
  const ofRegion =
    byRegionAlone > 0 ? `, ${formatCount(byRegionAlone)} of them only because of their region` : ''
  const totalLines = tableOf(
    ['', ''],
    [
      [totals.denied, `would be denied${ofRegion}`],
      [totals.unknown, 'cannot tell'],
      [totals.allowed, 'allowed'],
      [totals.skipped, 'not judged'],
    ],
  ).trimStart()
  const skipped = notJudged(reading, result).map(([times, why]) => [times, reasons[why]] as const)
  const shown = rows.slice(0, mostRows)
  const table = tableOf(
    ['VERDICT', 'TIMES', 'ACTION', 'PRINCIPAL', 'ACCOUNT', 'REGION', 'STATEMENT'],
    shown.map((row) => [
      ...[row.verdict, row.times, row.action || '?', shortName(row.principal), row.account, row.region],
      reasonOf(row),
    ]),
  )
  const damaged = files.filter(({ problem }) => problem !== null)
  const notes = [
    ...assumed.map(
      ({ level, policy }) => `At ${level}, ${policy} is assumed beside the policies that only deny.`,
    ),
    ...[...reading.partitions]
      .filter(([partition]) => partition !== 'aws')
      .map(
        ([partition, events]) =>
          `${counted(events, 'request')} of the partition ${partition}: patterns that begin with arn:aws: match nothing there.`,
      ),
    ...damaged.slice(0, mostRows).map(({ file, problem }) => `${file} ${problem}`),
    ...(damaged.length > mostRows
      ? [`${counted(damaged.length - mostRows, 'more file')} could not be read whole.`]
      : []),
    ...(others > 0 ? [`${counted(others, 'file')} of other kinds in the folders were left out.`] : []),
  ]
  return [
    `${counted(reading.events, 'event')} in ${counted(files.length, 'file')}\n\n`,
    totalLines,
    ...(skipped.length > 0
      ? ['\n', tableOf(['', ''], skipped).trimStart().replace(/^/gm, '  ').trimEnd(), '\n']
      : []),
    ...(rows.length > 0 ? ['\n', table] : []),
    ...(rows.length > mostRows
      ? [`${counted(rows.length - mostRows, 'more row')}. --csv and --json print all of them.\n`]
      : []),
    ...(notes.length > 0 ? ['\n', ...notes.map((note) => `${note}\n`)] : []),
  ].join('')
}

/** The result as JSON: totals, rows and files. */
function jsonOf({ totals, result, files }: Judged): string {
  const rows = result.rows.map((row) =>
    Object.fromEntries(
      columns.map((column) => [column, column === 'missing' ? missingOf(row) : row[column]]),
    ),
  )
  return `${JSON.stringify({ totals, rows, files }, null, 2)}\n`
}

export function printResult(judged: Judged, format: Format): void {
  const { result } = judged
  if (format === 'json') process.stdout.write(jsonOf(judged))
  else if (format === 'csv') process.stdout.write(csvOf(result.rows))
  else process.stdout.write(textOf(judged))
}
