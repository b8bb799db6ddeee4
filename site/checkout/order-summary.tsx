import { catalog } from '../../content/catalog.ts'
import { purchase } from '../../content/purchase.ts'
import { formatUsd, openingPrices } from '../../contract/money.ts'
import { useOffer } from './offer.ts'

/**
 * The product and its price: the catalog's price until the current one is known.
 * @param opened whether the dialog was ever open; before that, no page asks for the current price
 */
export function OrderSummary({ opened }: { opened: boolean }) {
  const { priceCents, listPriceCents } = useOffer(opened) ?? openingPrices(catalog)
  return (
    <div className="order">
      <p>
        <b>{purchase.ordered}</b>
        <span>{purchase.with}</span>
      </p>
      <p className="order-price">
        {priceCents < listPriceCents && (
          <s>
            <span className="sr-only">List price </span>
            <span>{formatUsd(listPriceCents)}</span>
          </s>
        )}
        <b>
          <span className="sr-only">You pay </span>
          <span>{formatUsd(priceCents)}</span>
        </b>
      </p>
    </div>
  )
}
