import { expect, test } from 'vitest'
import { readKit } from './read-kit.ts'
import { summarizeKit } from './summary.ts'

test('no printed request is both denied and allowed', async () => {
  const { policyRequests } = await summarizeKit(await readKit())
  const decisions = new Map<string, string>()
  for (const { title, decision, reason, ...printed } of policyRequests) {
    const row = JSON.stringify(printed)
    expect(`${title}: ${decisions.get(row) ?? decision}`).toBe(`${title}: ${decision}`)
    expect(reason, title).not.toBe('')
    decisions.set(row, decision)
  }
  expect(decisions.size).toBe(policyRequests.length)
})
