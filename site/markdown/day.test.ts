import { expect, test } from 'vitest'
import { formatDay } from './day.ts'

test('dates have the specified formats, and those of another language', () => {
  expect(formatDay('2025-01-05', 'short', 'en-US')).toBe('Jan 5, 2025')
  expect(formatDay('2025-01-05', 'long', 'en-US')).toBe('January 5, 2025')
  expect(formatDay('2025-01-05', 'long', 'de-AT')).toBe('5. Jänner 2025')
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])('a day is the same day in %s', (zone) => {
  const before = process.env.TZ
  process.env.TZ = zone
  try {
    expect(formatDay('2025-01-01', 'short', 'en-US')).toBe('Jan 1, 2025')
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})

test.each(['', 'soon', '2025-02-30', '2025-13-01', '2025-1-5', 'Invalid Date'])(
  '%j gives an empty text',
  (text) => {
    expect(formatDay(text, 'short')).toBe('')
  },
)
