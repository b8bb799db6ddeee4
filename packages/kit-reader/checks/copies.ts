// `npm test -- long copies`: says how old the copies of AWS's facts are. It never fails, because a copy does not become wrong on a
// certain day.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { knownActions } from 'scp-dry-run/names'
import { takeNoArguments } from './take-no-arguments.ts'

/** The files with copied facts, by how to renew each. The `date` in a file is the day on which its facts were true. */
const copies: Record<string, string> = {
  '../managed-policies.json': 'extract-managed-policies.ts',
  '../prices.json': 'hand, from the pages that kit/docs/costs.md names',
  'aws-options.json': 'extract-options.ts',
  'aws-schema.json': 'extract-schema.ts',
}

/** Days after which a copy should be renewed. AWS adds actions, options and prices every week. */
const oldestDays = 90

takeNoArguments("npm test -- long copies    says how old the copies of AWS's facts are")

function report(file: string, date: string, remedy: string): void {
  const days = Math.floor((Date.now() - Date.parse(date)) / 86_400_000)
  if (Number.isNaN(days)) throw new Error(`${file} needs a date, such as 2026-11-27`)
  const advice = days > oldestDays ? `. Renew it by ${remedy}` : ''
  console.log(`${path.basename(file)} is ${days} days old${advice}`)
}

report('names/aws.json', knownActions.date, 'packages/scp-dry-run/names/extract-names.mjs')
for (const [file, remedy] of Object.entries(copies)) {
  const { date } = JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8')) as { date: string }
  report(file, date, remedy)
}
