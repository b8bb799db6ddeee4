import { describe, expect, test } from 'vitest'
import { nextPrice } from './seats.ts'

const prices = {
  currency: 'usd',
  priceCents: 34800,
  listPriceCents: 49700,
  earlyBirdSeats: 50,
  saleLimit: null,
}
const early = { tier: 'early', amountCents: 34800 }
const list = { tier: 'list', amountCents: 49700 }

describe('the next price', () => {
  test.each([
    [{ all: 0, early: 0 }, early],
    [{ all: 90, early: 49 }, early],
    [{ all: 50, early: 50 }, list],
    [{ all: 51, early: 51 }, list],
  ])('with %j taken is %j', (seats, price) => {
    expect(nextPrice(seats, prices)).toEqual(price)
  })

  test('is null when all kits are sold', () => {
    expect(nextPrice({ all: 59, early: 50 }, { ...prices, saleLimit: 60 })).toEqual(list)
    expect(nextPrice({ all: 60, early: 50 }, { ...prices, saleLimit: 60 })).toBeNull()
    expect(nextPrice({ all: 20, early: 20 }, { ...prices, saleLimit: 20 })).toBeNull()
  })
})
