import { catalog } from '#content/catalog.ts'
import { currency } from '../../contract/money.ts'
import type { Offer } from '../../contract/offer.ts'
import type { Dependencies } from '../dependencies.ts'
import { countSeats, earlyBirdLeft, nextPrice } from '../orders/seats.ts'

/**
 * The price of a checkout that starts now, in cents. It counts the seats as the checkout does. If nothing is left to sell, it
 * is the list price.
 */
export async function currentOffer(deps: Pick<Dependencies, 'database' | 'payments'>): Promise<Offer> {
  const seats = await countSeats(deps.database, deps.payments, catalog)
  const { listPriceCents, earlyBirdSeats } = catalog
  const next = nextPrice(seats, catalog)
  return {
    priceCents: next?.amountCents ?? listPriceCents,
    listPriceCents,
    currency,
    earlyBird: { seats: earlyBirdSeats, left: next ? earlyBirdLeft(seats, catalog) : 0 },
  }
}
