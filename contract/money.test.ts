import { expect, test } from 'vitest'
import { formatUsd, formatUsdExact } from './money.ts'

test('whole dollars lose their cents, others keep two', () => {
  expect(formatUsd(34800)).toBe('$348')
  expect(formatUsd(123450)).toBe('$1,234.50')
  expect(formatUsd(0)).toBe('$0')
})

test('a bill always says its cents', () => {
  expect(formatUsdExact(34800)).toBe('$348.00')
})
