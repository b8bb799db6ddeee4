import type { Offer } from '../../contract/offer.ts'
import type { Dependencies } from '../dependencies.ts'
import { earlyBirdLeft, nextPrice } from '../orders/seats.ts'

/** The price of a checkout that starts now. It counts the seats as the checkout does. */
export async function currentOffer({
  database,
  payments,
  prices,
}: Pick<Dependencies, 'database' | 'payments' | 'prices'>): Promise<Offer> {
  const left = await earlyBirdLeft(database, payments, prices)
  const { listPriceCents, currency, earlyBirdSeats } = prices
  const { amountCents: priceCents } = nextPrice(left, prices)
  return { priceCents, listPriceCents, currency, earlyBird: { seats: earlyBirdSeats, left } }
}
