import { readFileSync } from 'node:fs'
import { kit } from 'virtual:kit'
import { gatesByUnit } from 'kit-reader/policies'
import { judge, startReading } from 'scp-dry-run'
import { readTrail } from 'scp-dry-run/read-trail'
import { expect, test } from 'vitest'
import { countSkipped } from './texts.ts'

test.runIf(kit.policySet)('the post about the dry run has the figures of the example', async () => {
  const gates = gatesByUnit(kit.attachments, kit.policySet?.policies ?? [])
  const { reading, add } = startReading(Object.values(gates).flat())
  await readTrail(new Blob([readFileSync(new URL('example.csv', import.meta.url))]), add)
  const units: Record<string, string> = { '444455556666': 'security', '555566667777': 'shared' }
  const result = await judge(reading, (account) =>
    reading.management.has(account) ? null : (gates[units[account] ?? 'workloads'] ?? null),
  )
  const times = (words: string) =>
    result.rows.filter(({ principal }) => principal.endsWith(words)).reduce((sum, row) => sum + row.times, 0)
  const post = readFileSync(
    new URL('../../../content/posts/dry-run-service-control-policies.md', import.meta.url),
    'utf8',
  )
  for (const count of [
    reading.events,
    result.verdicts.allowed,
    result.verdicts.denied,
    result.verdicts['cannot tell'],
    countSkipped(reading, result),
    result.regions.get('us-west-2') ?? 0,
    times('cloud-scanner'),
    times('app/search-api'),
    times('old-jenkins'),
  ])
    expect(post).toContain(count.toLocaleString('en'))
})
