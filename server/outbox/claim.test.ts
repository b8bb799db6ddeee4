import { expect, test } from 'vitest'
import { pauseAfter } from './claim.ts'

const hour = 3_600_000
/** In ms, up to the last retry. */
const pauses = Array.from({ length: 100 }, (_, index) => pauseAfter(index + 1)).filter((ms) => ms !== null)

test('pauses double from one minute to six hours', () => {
  const minutes = pauses.slice(0, 11).map((ms) => ms / 60_000)
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
})

test('the outbox gives up after two and a half to three days', () => {
  const total = pauses.reduce((sum, ms) => sum + ms, 0)
  expect(total).toBeGreaterThan(60 * hour)
  expect(total).toBeLessThanOrEqual(72 * hour)
})
