import { expect, test } from 'vitest'
import { formatUsd, formatUsdExact, parseAmount } from './money.ts'

test('whole dollars have no cents, and other amounts have two digits of cents', () => {
  expect(formatUsd(34800)).toBe('$348')
  expect(formatUsd(123450)).toBe('$1,234.50')
  expect(formatUsd(0)).toBe('$0')
})

test('a bill always shows cents', () => {
  expect(formatUsdExact(34800)).toBe('$348.00')
})

test('an amount is read as people type it, and anything else is refused', () => {
  for (const typed of ['20', '20.00', '20,00', ' $20.0 ']) expect(parseAmount(typed)).toBe(2000)
  expect(parseAmount('0.29')).toBe(29)
  for (const typed of ['', '-1', '1e3', '20.001', '1,000.00', 'all', '99999999', '٢٠'])
    expect(parseAmount(typed), typed).toBeNull()
})
