import { site } from '#content/site.ts'
import { formatMoney } from '../../contract/money.ts'
import { useShownPrices } from '../checkout/offer.ts'
import { island } from '../island.tsx'

export const HeroPrice = island(() => {
  const { priceCents, currency } = useShownPrices()
  return <b>{formatMoney(priceCents, currency, site.language)}</b>
})
