import { readFileSync } from 'node:fs'
import { kit } from 'virtual:kit'
import { regionsIn } from 'scp-dry-run'
import { expect, test } from 'vitest'
import { judgeExample } from './example.ts'
import { kitGuardrails } from './jobs.ts'

test('the post about the dry run has the figures of the example', async () => {
  const guardrails = kitGuardrails(kit.attachments, kit.policySet.policies)
  const report = await judgeExample(guardrails, regionsIn(guardrails.policies))
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
