import type { PriceList } from '../contract/prices.ts'

export const catalog: Readonly<PriceList> = {
  currency: 'jpy',
  priceCents: 52000,
  listPriceCents: 68000,
  earlyBirdSeats: 20,
  consultationValueCents: 30000,
}
