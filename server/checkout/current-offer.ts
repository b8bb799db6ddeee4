import type { CodeProblem, Offer } from '../../contract/offer.ts'
import type { Dependencies } from '../dependencies.ts'
import { earlyBirdLeft, nextPrice } from '../orders/seats.ts'
import type { Promotion } from '../payments/provider.ts'
import { priceWith } from './promotions.ts'

/**
 * The price of a checkout that starts now. It counts the seats as the checkout does.
 * @param found what the provider says about the code of the buyer's link; null without a code
 */
export async function currentOffer(
  { database, payments, prices }: Pick<Dependencies, 'database' | 'payments' | 'prices'>,
  found: Promotion | CodeProblem | null = null,
): Promise<Offer> {
  const left = await earlyBirdLeft(database, payments, prices)
  const { listPriceCents, currency, earlyBirdSeats } = prices
  const { amountCents: priceCents } = nextPrice(left, prices)
  return {
    priceCents,
    listPriceCents,
    currency,
    earlyBird: { seats: earlyBirdSeats, left },
    ...(found !== null && { promotion: promotionOf(found, priceCents, currency) }),
  }
}

function promotionOf(found: Promotion | CodeProblem, cents: number, currency: string): Offer['promotion'] {
  if (typeof found === 'string') return { problem: found }
  const priceCents = priceWith(found, cents, currency)
  return priceCents === null ? { problem: 'unusable' } : { code: found.code, priceCents }
}
