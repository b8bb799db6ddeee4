import { catalog } from '../../content/catalog.ts'
import { formatUsd, openingPrices } from '../../contract/money.ts'
import { useOffer } from '../checkout/offer.ts'
import { island } from '../island.tsx'

/** The catalog's price until the current one is known. */
export const HeroPrice = island(() => {
  const { priceCents } = useOffer() ?? openingPrices(catalog)
  return <b>{formatUsd(priceCents)}</b>
})
