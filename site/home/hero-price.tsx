import { catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { formatMoney } from '../../contract/money.ts'
import { openingPrices } from '../../contract/prices.ts'
import { useOffer } from '../checkout/offer.ts'
import { WhileSeatsLast } from '../checkout/while-seats-last.tsx'
import { island } from '../island.tsx'

export const HeroPrice = island(() => {
  const offer = useOffer() ?? openingPrices(catalog)
  return (
    <>
      <b>{formatMoney(offer.priceCents, offer.currency, site.language)}</b>
      <WhileSeatsLast />
    </>
  )
})
