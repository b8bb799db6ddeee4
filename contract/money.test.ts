import { expect, test } from 'vitest'
import { formatUsd, formatUsdExact } from './money.ts'

test('whole dollars have no cents, and other amounts have two digits of cents', () => {
  expect(formatUsd(34800)).toBe('$348')
  expect(formatUsd(123450)).toBe('$1,234.50')
  expect(formatUsd(0)).toBe('$0')
})

test('a bill always shows cents', () => {
  expect(formatUsdExact(34800)).toBe('$348.00')
})
