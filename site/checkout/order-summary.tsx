import { catalog } from '#content/catalog.ts'
import { consultation } from '#content/consultation.ts'
import { purchase } from '#content/purchase.ts'
import { site } from '#content/site.ts'
import { formatMoney } from '../../contract/money.ts'
import { openingPrices } from '../../contract/prices.ts'
import { useOffer } from './offer.ts'
import { WhileSeatsLast } from './while-seats-last.tsx'

/**
 * The product and its price: the price list's until the current offer is known.
 * @param opened whether the dialog was ever open; before that, the summary does not ask for the current price
 */
export function OrderSummary({ opened }: { opened: boolean }) {
  const offer = useOffer(opened)
  const { priceCents, listPriceCents, currency } = offer ?? openingPrices(catalog)
  return (
    <div className="box order">
      <p>
        <b>{purchase.ordered}</b>
        {consultation && <span>{consultation.bought}</span>}
      </p>
      <p className="order-price">
        {priceCents < listPriceCents && (
          <s>
            <span className="sr-only">{purchase.listPrice}</span>
            <span>{formatMoney(listPriceCents, currency, site.language)}</span>
          </s>
        )}
        <b>
          <span className="sr-only">{purchase.youPay}</span>
          <span>{formatMoney(priceCents, currency, site.language)}</span>
        </b>
        <WhileSeatsLast />
      </p>
    </div>
  )
}
