import { expect, test } from 'vitest'
import { claimMs, clockTolerance, maxAttempts, pauseAfter, renewMs } from './backoff.ts'

const hour = 3_600_000

test('a claim expires soon after its worker dies, and outlives two failed renewals', () => {
  expect(claimMs).toBeLessThanOrEqual(10_000)
  expect(renewMs * 3).toBeLessThan(claimMs)
  // After the clock moves back, even a claim that is not recognized as stale expires within two minutes.
  expect(claimMs + clockTolerance).toBeLessThan(120_000)
})

test('pauses double from one minute to six hours', () => {
  const pauses = Array.from({ length: 11 }, (_, index) => pauseAfter(index + 1))
  expect(pauses.map((ms) => (ms ?? 0) / 60_000)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
})

test('the outbox gives up after the last retry, after two and a half to three days', () => {
  const pauses = Array.from({ length: maxAttempts }, (_, index) => pauseAfter(index + 1))
  expect(pauses.indexOf(null)).toBe(maxAttempts - 1)
  const total = pauses.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)
  expect(total).toBeGreaterThan(60 * hour)
  expect(total).toBeLessThanOrEqual(72 * hour)
})
