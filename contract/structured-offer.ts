import { currency, openingPrices } from './money.ts'

/**
 * The kit's offer as search engines read it (https://schema.org/Offer). The site publishes it, and doctor compares it with
 * the catalog.
 * @param catalog amounts in integer US cents; without a `saleLimit`, as many are sold as are asked for
 */
export function structuredOffer(catalog: {
  priceCents: number
  listPriceCents: number
  earlyBirdSeats: number
  saleLimit: number | null
}) {
  const { priceCents, saleLimit } = openingPrices(catalog)
  const stock = saleLimit === null ? 'InStock' : saleLimit > 0 ? 'LimitedAvailability' : 'SoldOut'
  return {
    price: (priceCents / 100).toFixed(2),
    priceCurrency: currency.toUpperCase(),
    availability: `https://schema.org/${stock}`,
  }
}
