/** The price list. Amounts are integers of the currency's smallest unit: cents in dollars and euros, but whole yen. */
export interface PriceList {
  /** As Stripe writes it, such as `usd`. contract/currencies.ts lists those that the shop supports. */
  currency: string
  priceCents: number
  listPriceCents: number
  /**
   * How many kits are sold at `priceCents`. All others are sold at `listPriceCents`. With 0, all kits are sold at
   * `listPriceCents`.
   */
  earlyBirdSeats: number
  consultationValueCents: number
}

/** @returns the whole percent that `price` saves compared to `list`: 30 for 34800 and 49700 */
export function percentOff(price: number, list: number): number {
  return Math.round((1 - price / list) * 100)
}

/** The price list for the first buyer. Without early-bird seats, nobody pays the early-bird price, and no page shows it. */
export function openingPrices<T extends Pick<PriceList, 'priceCents' | 'listPriceCents' | 'earlyBirdSeats'>>(
  prices: T,
): T {
  return prices.earlyBirdSeats > 0 ? prices : { ...prices, priceCents: prices.listPriceCents }
}
