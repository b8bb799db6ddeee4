import { promotion as words } from '#content/promotion.ts'
import { site } from '#content/site.ts'
import { formatMoney } from '../../contract/money.ts'
import type { Offer } from '../../contract/offer.ts'

/** What the code of the link does to the price. Without a code, nothing. */
export function PromotionNote({ offer }: { offer: Offer | undefined }) {
  if (!offer?.promotion) return null
  const { promotion, priceCents, currency } = offer
  return (
    <p className="promotion-note">
      {'code' in promotion
        ? words.applied(promotion.code, formatMoney(priceCents, currency, site.language))
        : words.problems[promotion.problem]}
    </p>
  )
}
