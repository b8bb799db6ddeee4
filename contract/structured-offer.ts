import { decimalAmount } from './money.ts'
import { openingPrices, type PriceList } from './prices.ts'

/**
 * Describes the kit's offer for search engines (https://schema.org/Offer). The site publishes it, and doctor compares it with
 * the catalog.
 */
export function structuredOffer(prices: Omit<PriceList, 'consultationValueCents'>) {
  const { priceCents, currency, saleLimit } = openingPrices(prices)
  const stock = saleLimit === null ? 'InStock' : saleLimit > 0 ? 'LimitedAvailability' : 'SoldOut'
  return {
    price: decimalAmount(priceCents, currency),
    priceCurrency: currency.toUpperCase(),
    availability: `https://schema.org/${stock}`,
  }
}
