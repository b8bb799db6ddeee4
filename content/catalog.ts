import type { PriceList } from '../contract/prices.ts'

/** The one price list. Amounts are integer US cents; contract/prices.ts explains each figure. */
export const catalog: Readonly<PriceList> = {
  priceCents: 34800,
  listPriceCents: 49700,
  earlyBirdSeats: 50,
  saleLimit: null,
  consultationValueCents: 20000,
}
