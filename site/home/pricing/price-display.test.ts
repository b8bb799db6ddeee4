import { expect, test } from 'vitest'
import { site } from '#content/site.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Offer } from '../../../contract/offer.ts'
import { priceDisplay } from './price-display.ts'

const price = (cents: number) => formatMoney(cents, 'usd', site.language)
const catalog = {
  currency: 'usd',
  priceCents: 34800,
  listPriceCents: 49700,
  earlyBirdSeats: 50,
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
    price: price(34800),
    saving: { list: price(49700), percent: 30 },
    seats: 50,
    left: null,
  })
})

test('without early-bird seats, the price is always the list price', () => {
  const none = { ...catalog, earlyBirdSeats: 0 }
  expect(priceDisplay(none, undefined)).toEqual({ price: price(49700), saving: null, seats: 0, left: null })
})

test('with an offer, there is a number of seats left', () => {
  expect(priceDisplay(catalog, offer(34800, 37))).toMatchObject({ price: price(34800), left: 37 })
})

test('without seats left, the price is the list price, and there is no crossed-out price', () => {
  expect(priceDisplay(catalog, offer(49700, 0))).toEqual({
    price: price(49700),
    saving: null,
    seats: 50,
    left: 0,
  })
})
