import { expect, test } from 'vitest'
import { nextPrice } from './seats.ts'

const prices = { priceCents: 34800, listPriceCents: 49700 }

test.each([
  [50, { tier: 'early', amountCents: 34800 }],
  [1, { tier: 'early', amountCents: 34800 }],
  [0, { tier: 'list', amountCents: 49700 }],
])('with %j early-bird seats left, the next price is %j', (left, price) => {
  expect(nextPrice(left, prices)).toEqual(price)
})
