import type { catalog as Catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Offer } from '../../../contract/offer.ts'
import { openingPrices, percentOff } from '../../../contract/prices.ts'

interface PriceDisplay {
  price: string
  /** The struck-through list price and the percent saved; `null` when the price is the list price. */
  saving: { list: string; percent: number } | null
  /** With 0, the page does not mention seats. */
  seats: number
  /** `null` until the offer is known. */
  left: number | null
}

/**
 * Computes what the pricing section shows: the catalog's opening price until the offer is known, then the offer's price. An
 * offer at the list price has no early-bird badge, because the page must not promise a price that the checkout does not
 * charge.
 */
export function priceDisplay(catalog: typeof Catalog, offer: Offer | undefined): PriceDisplay {
  const shown = offer ?? openingPrices(catalog)
  const { priceCents: price, listPriceCents: list, currency } = shown
  return {
    price: formatMoney(price, currency, site.language),
    saving:
      price < list
        ? { list: formatMoney(list, currency, site.language), percent: percentOff(price, list) }
        : null,
    seats: offer?.earlyBird.seats ?? catalog.earlyBirdSeats,
    left: offer ? offer.earlyBird.left : null,
  }
}
