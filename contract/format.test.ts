import { expect, test } from 'vitest'
import { formatBytes, formatMoment } from './format.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 KB (1,000 bytes)'],
  [999_949, '999.9 KB (999,949 bytes)'],
  [999_950, '1.0 MB (999,950 bytes)'],
  [1_400_000, '1.4 MB (1,400,000 bytes)'],
  [2_500_000_000_000, '2,500.0 GB (2,500,000,000,000 bytes)'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text)
})

test('a size has the number format and the unit of the language', () => {
  expect(formatBytes(1_400_000, 'de')).toBe('1,4 MB (1.400.000 Byte)')
})

test('a time is formatted in UTC, with plain spaces', () => {
  expect(formatMoment(Date.UTC(2026, 10, 20, 10, 15), 'en')).toBe('November 20, 2026 at 10:15 AM UTC')
})
