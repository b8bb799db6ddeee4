import type { PriceList } from '../contract/prices.ts'

export const catalog: PriceList = {
  priceCents: 12900,
  listPriceCents: 15900,
  earlyBirdSeats: 20,
  saleLimit: null,
  consultationValueCents: 0,
}
