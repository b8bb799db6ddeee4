import { expect, test } from 'vitest'
import { claimMs, clockTolerance, maxAttempts, pauseAfter, renewMs } from './backoff.ts'

const hour = 3_600_000

test('a claim ends soon after its worker, and outlives two renewals that fail', () => {
  expect(claimMs).toBeLessThanOrEqual(10_000)
  expect(renewMs * 3).toBeLessThan(claimMs)
  // After the clock was set back, even a claim that is not recognized as old lapses within two minutes.
  expect(claimMs + clockTolerance).toBeLessThan(120_000)
})

test('pauses double from a minute to six hours', () => {
  const pauses = Array.from({ length: 11 }, (_, index) => pauseAfter(index + 1))
  expect(pauses.map((ms) => (ms ?? 0) / 60_000)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
})

test('it gives up after the last try, between two and a half and three days on', () => {
  const pauses = Array.from({ length: maxAttempts }, (_, index) => pauseAfter(index + 1))
  expect(pauses.indexOf(null)).toBe(maxAttempts - 1)
  const total = pauses.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)
  expect(total).toBeGreaterThan(60 * hour)
  expect(total).toBeLessThanOrEqual(72 * hour)
})
