import { expect, test } from 'vitest'
import { dayName, parseDay, periodName, startOf, stepsBefore } from './periods.ts'

const at = (text: string) => Date.parse(text)

test.each([
  ['2025-01-31', '2025-01-31'],
  ['2024-02-29', '2024-02-29'],
  ['2025-02-29', null],
  ['2025-13-45', null],
  ['31.1.2025', null],
  ['2025-1-3', null],
  ['', null],
])('%j is read as %j', (text, expected) => {
  const day = parseDay(text)
  expect(day === null ? null : dayName(day)).toBe(expected)
})

test.each([
  ['day', '2026-11-23T23:59:59Z', '2026-11-23'],
  ['week', '2026-11-23T00:00:00Z', '2026-11-23'],
  ['week', '2026-11-29T23:59:59Z', '2026-11-23'],
  ['week', '2027-01-01T00:00:00Z', '2026-12-28'],
  ['month', '2026-11-30T23:59:59Z', '2026-11'],
] as const)('the %s of %s is %s', (step, time, expected) => {
  expect(periodName(step, startOf(step, at(time)))).toBe(expected)
})

test.each([
  ['day', 29, '2026-10-25'],
  ['week', 11, '2026-09-07'],
  ['month', 11, '2025-12-01'],
] as const)('counted by %s, the period %i steps back begins on %s', (step, count, expected) => {
  expect(dayName(stepsBefore(step, at('2026-11-23T12:00:00Z'), count))).toBe(expected)
})
