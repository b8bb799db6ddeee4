import { catalog } from '../../content/catalog.ts'
import { formatUsd, openingPrices } from '../../contract/money.ts'
import { useOffer } from '../checkout/offer.ts'

/** The catalogue's price until the current one is known. */
export function HeroPrice() {
  const { priceCents } = useOffer() ?? openingPrices(catalog)
  return <b>{formatUsd(priceCents)}</b>
}
