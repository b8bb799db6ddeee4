import { formatUsd } from '../../contract/money.ts'
import { useShownPrices } from '../checkout/offer.ts'
import { island } from '../island.tsx'

export const HeroPrice = island(() => {
  const { priceCents } = useShownPrices()
  return <b>{formatUsd(priceCents)}</b>
})
