import { expect, test } from 'vitest'
import { nextCheck } from './sweep.ts'

const minute = 60_000
const created_at = 1_000_000
const expires_at = created_at + 45 * minute

/** The minutes at which the sweep checks an order that stays open, if each check is on time. */
function schedule(checks: number): number[] {
  const times: number[] = []
  let checked_at: number | null = null
  for (let check = 0; check < checks; check++) {
    checked_at = nextCheck({ created_at, checked_at, expires_at })
    times.push((checked_at - created_at) / minute)
  }
  return times
}

test('an open order is checked every 4 minutes, once just after its expiry, and then at growing intervals', () => {
  expect(schedule(18)).toEqual([2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 46, 92, 184, 368, 728, 1088])
})

test('a late check does not cause extra checks', () => {
  const checked_at = created_at + 43 * minute
  expect(nextCheck({ created_at, checked_at, expires_at })).toBe(expires_at + minute)
})
