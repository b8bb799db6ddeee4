import type { PriceList } from '../contract/prices.ts'

export const catalog: PriceList = {
  currency: 'eur',
  priceCents: 7900,
  listPriceCents: 9900,
  earlyBirdSeats: 20,
  saleLimit: null,
  consultationValueCents: 0,
}
