import { expect, test } from 'vitest'
import type { Offer } from '../../../contract/offer.ts'
import { priceDisplay } from './price-display.ts'

const catalog = {
  currency: 'usd',
  priceCents: 34800,
  listPriceCents: 49700,
  earlyBirdSeats: 50,
  saleLimit: null,
  consultationValueCents: 20000,
}
const offer = (priceCents: number, left: number): Offer => ({
  priceCents,
  listPriceCents: 49700,
  currency: 'usd',
  earlyBird: { seats: 50, left },
})

test('without an answer, the price is that of the catalog, and there is no number of seats', () => {
  expect(priceDisplay(catalog, undefined)).toEqual({
    price: '$348',
    saving: { list: '$497', percent: 30 },
    seats: 50,
    left: null,
  })
})

test('without early-bird seats, the price is always the list price', () => {
  const none = { ...catalog, earlyBirdSeats: 0 }
  expect(priceDisplay(none, undefined)).toEqual({ price: '$497', saving: null, seats: 0, left: null })
})

test('with an offer, there is a number of seats left', () => {
  expect(priceDisplay(catalog, offer(34800, 37))).toMatchObject({ price: '$348', left: 37 })
})

test('without seats left, the price is the list price, and there is no crossed-out price', () => {
  expect(priceDisplay(catalog, offer(49700, 0))).toEqual({ price: '$497', saving: null, seats: 50, left: 0 })
})
