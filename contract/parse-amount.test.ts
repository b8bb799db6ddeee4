import { expect, test } from 'vitest'
import { parseAmount } from './parse-amount.ts'

test.each([
  ['20', 'usd', 2000],
  ['20.00', 'usd', 2000],
  ['0.29', 'EUR', 29],
  ['5000', 'jpy', 5000],
  ['20.0', 'usd', null],
  ['20,00', 'usd', null],
  ['-20', 'usd', null],
  ['5000.00', 'jpy', null],
  ['', 'usd', null],
  ['1e3', 'usd', null],
])('%s in %s is %s', (text, currency, amount) => {
  expect(parseAmount(text, currency)).toBe(amount)
})
