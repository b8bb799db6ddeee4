import type { PriceList } from '../contract/prices.ts'

/** The one price list. contract/prices.ts explains each figure. Amounts are integers of the currency's smallest unit, such as cents. */
export const catalog: Readonly<PriceList> = {
  currency: 'usd',
  priceCents: 34800,
  listPriceCents: 49700,
  earlyBirdSeats: 50,
  consultationValueCents: 20000,
}
