import { expect, test } from 'vitest'
import { limitLog } from './limited-log.ts'

test('logs ten lines of an event in a minute, and reports in the next minute how many it left out', () => {
  const lines: unknown[] = []
  const record = (event: string, details?: Record<string, unknown>) => lines.push([event, details])
  let now = 0
  const log = limitLog({ info: record, warn: record, error: record }, () => now)
  for (let n = 0; n < 1000; n++) log.warn('refused', { n })
  log.warn('other')
  expect(lines).toHaveLength(11)
  expect(lines.at(9)).toEqual(['refused', { n: 9 }])
  now = 60_000
  log.warn('refused', { n: 1000 })
  log.warn('refused', { n: 1001 })
  expect(lines.slice(11)).toEqual([
    ['refused', { n: 1000, leftOut: 990 }],
    ['refused', { n: 1001 }],
  ])
})
