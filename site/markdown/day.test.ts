import { expect, test } from 'vitest'
import { checkPastDays, formatDay } from './day.ts'

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

const now = Date.UTC(2026, 10, 27, 11)

test.each([{ date: '2026-11-28' }, { date: '2030-01-01' }, { date: '2026-11-01', updated: '2027-11-02' }])(
  'a post of %j is refused, but its draft is not',
  (fields) => {
    const remedy = /^(date|updated) is 20\d\d-\d\d-\d\d, which is in the future\. .* draft: true$/
    expect(() => checkPastDays({ ...fields, updated: fields.updated ?? '' }, now - 3_600_001)).toThrow(remedy)
    expect(() => checkPastDays({ ...fields, draft: true }, now)).not.toThrow()
  },
)

test.each(['', '2026-11-27', '2026-11-28'])(
  'a post of %j is published, because the day has begun somewhere',
  (date) => {
    expect(() => checkPastDays({ date, updated: date }, now)).not.toThrow()
  },
)
