import { expect, test } from 'vitest'
import { nextCheck } from './sweep.ts'

const minute = 60_000
const created_at = 1_000_000
const expires_at = created_at + 45 * minute

/** The minutes at which an order that stays open is asked about, when each check comes on time. */
function schedule(checks: number): number[] {
  const times: number[] = []
  let checked_at: number | null = null
  for (let check = 0; check < checks; check++) {
    checked_at = nextCheck({ created_at, checked_at, expires_at })
    times.push((checked_at - created_at) / minute)
  }
  return times
}

test('an open order is asked about ever more rarely, once just after its expiry, and at least every 6 hours', () => {
  expect(schedule(13)).toEqual([2, 4, 8, 16, 32, 46, 92, 184, 368, 728, 1088, 1448, 1808])
})

test('a check that came late is not made up for', () => {
  const checked_at = created_at + 30 * minute
  expect(nextCheck({ created_at, checked_at, expires_at })).toBe(expires_at + minute)
})
