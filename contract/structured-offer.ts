import { decimalAmount } from './money.ts'
import type { PriceList } from './prices.ts'

/**
 * Describes the kit's offers for search engines (https://schema.org/Offer), the one for the first customers first. Nothing
 * updates the built pages, so both stay there after the last early-bird seat.
 */
export function structuredOffers(prices: Omit<PriceList, 'consultationValueCents'>) {
  const { priceCents, listPriceCents, earlyBirdSeats, currency } = prices
  const offer = (cents: number, stock: 'InStock' | 'LimitedAvailability') => ({
    price: decimalAmount(cents, currency),
    priceCurrency: currency.toUpperCase(),
    availability: `https://schema.org/${stock}`,
  })
  const list = offer(listPriceCents, 'InStock')
  return earlyBirdSeats > 0 ? [offer(priceCents, 'LimitedAvailability'), list] : [list]
}
