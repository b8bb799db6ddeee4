import { expect, test } from 'vitest'
import { currencyProblem } from './currencies.ts'
import { decimalAmount, formatMoney, formatMoneyExact, parseAmount } from './money.ts'

test('whole dollars have no cents, and other amounts have two digits of cents', () => {
  expect(formatMoney(34800, 'usd', 'en')).toBe('$348')
  expect(formatMoney(123450, 'usd', 'en')).toBe('$1,234.50')
  expect(formatMoney(0, 'usd', 'en')).toBe('$0')
})

test('a bill always shows cents', () => {
  expect(formatMoneyExact(34800, 'usd', 'en')).toBe('$348.00')
})

test('an amount is written as people with the language of the pages write it', () => {
  expect(formatMoney(7900, 'eur', 'de')).toBe('79\u00a0€')
  expect(formatMoneyExact(123456, 'eur', 'de')).toBe('1.234,56\u00a0€')
  expect(formatMoneyExact(123456, 'eur', 'fr')).toBe('1\u00a0234,56\u00a0€')
})

test('yen have no decimals anywhere', () => {
  for (const write of [formatMoney, formatMoneyExact]) expect(write(5000, 'jpy', 'en')).toBe('¥5,000')
  expect(decimalAmount(5000, 'JPY')).toBe('5000')
})

test('Stripe decides about decimals, not the country: 1,000 qindarka are 10 lek', () => {
  expect(formatMoneyExact(1050, 'all', 'en')).toBe('ALL\u00a010.50')
  expect(decimalAmount(1050, 'all')).toBe('10.50')
})

test.each(['usd', 'eur', 'jpy', 'zmw'])('the shop sells in %s', (currency) => {
  expect(currencyProblem(currency)).toBeNull()
})

test.each([
  ['kwd', 'has three decimals'],
  ['isk', 'is a special case at Stripe'],
  ['ugx', 'is a special case at Stripe'],
  ['huf', 'is a special case at Stripe'],
  ['twd', 'is a special case at Stripe'],
  ['USD', 'in small letters'],
  ['eru', 'is not a currency that Stripe takes'],
  ['', 'is not a currency'],
])('the shop does not sell in "%s"', (currency, reason) => {
  expect(currencyProblem(currency)).toContain(reason)
})

test.each([
  ['20', 'usd', 2000],
  ['$20.00', 'usd', 2000],
  [' 20,50 € ', 'eur', 2050],
  ['5000', 'jpy', 5000],
])('"%s" is an amount of %s', (text, currency, amount) => {
  expect(parseAmount(text, currency)).toBe(amount)
})

test.each([
  ['', 'usd'],
  ['20.5', 'usd'],
  ['1,000', 'usd'],
  ['-20', 'usd'],
  ['1e3', 'usd'],
  ['50.00', 'jpy'],
  ['99999999', 'usd'],
])('"%s" is not an amount of %s', (text, currency) => {
  expect(parseAmount(text, currency)).toBeNull()
})
