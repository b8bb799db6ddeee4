import type { Offer } from '../../contract/offer.ts'
import type { Dependencies } from '../dependencies.ts'
import { countSeats, earlyBirdLeft, nextPrice } from '../orders/seats.ts'

/**
 * The price of a checkout that starts now. It counts the seats as the checkout does. If nothing is left to sell, it
 * is the list price.
 */
export async function currentOffer({
  database,
  payments,
  prices,
}: Pick<Dependencies, 'database' | 'payments' | 'prices'>): Promise<Offer> {
  const seats = await countSeats(database, payments, prices)
  const { listPriceCents, currency, earlyBirdSeats } = prices
  const next = nextPrice(seats, prices)
  return {
    priceCents: next?.amountCents ?? listPriceCents,
    listPriceCents,
    currency,
    earlyBird: { seats: earlyBirdSeats, left: next ? earlyBirdLeft(seats, prices) : 0 },
  }
}
