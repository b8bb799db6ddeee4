import { expect, test } from 'vitest'
import { openingPrices, percentOff } from './prices.ts'

test('34800 in place of 49700 saves 30 percent', () => {
  expect(percentOff(34800, 49700)).toBe(30)
})

test('without early-bird seats, the first buyer pays the list price', () => {
  const prices = { priceCents: 34800, listPriceCents: 49700, earlyBirdSeats: 50 }
  expect(openingPrices(prices).priceCents).toBe(34800)
  expect(openingPrices({ ...prices, earlyBirdSeats: 0 }).priceCents).toBe(49700)
})
