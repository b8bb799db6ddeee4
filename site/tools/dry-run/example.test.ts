import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { kit } from 'virtual:kit'
import { expect, test } from 'vitest'
import { judgeExample } from './example.ts'
import { guardrailsOf } from './guardrails.ts'
import { kitTexts } from './kit-texts.ts'

test('the post about the dry run has the figures of the example', async () => {
  const report = await judgeExample(guardrailsOf(kitTexts(kit)))
  const times = (words: string) =>
    report.rows.filter(({ principal }) => principal.endsWith(words)).reduce((sum, row) => sum + row.times, 0)
  const post = readFileSync(
    new URL('../../../content/posts/dry-run-service-control-policies.md', import.meta.url),
    'utf8',
  )
  for (const count of [
    report.events,
    report.allowed,
    report.denied,
    report.unknown,
    report.skipped,
    new Map(report.regions).get('us-west-2') ?? 0,
    times('cloud-scanner'),
    times('app/search-api'),
    times('old-jenkins'),
  ])
    expect(post).toContain(count.toLocaleString('en'))
})

test('the post about the region policy has its text, and the output of the command', () => {
  const here = (name: string) => path.join(import.meta.dirname, name)
  const post = readFileSync(here('../../../content/posts/region-policy-stops-dns.md'), 'utf8')
  const file = 'deny-other-regions.json'
  expect(post).toContain(readFileSync(here(file), 'utf8'))
  const main = here('../../../packages/scp-dry-run/command/main.ts')
  const args = [main, 'judge', '--policy', file, 'example.csv']
  const { stdout } = spawnSync(process.execPath, args, { cwd: here('.'), encoding: 'utf8' })
  const lines = stdout.split('\n').filter((line) => line.includes('us-east-1'))
  expect(lines).toHaveLength(3)
  expect(post).toContain(lines.join('\n'))
})
