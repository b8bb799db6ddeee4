import { catalog } from '../../content/catalog.ts'
import type { Offer } from '../../contract/offer.ts'
import type { Dependencies } from '../dependencies.ts'
import { countSeats, earlyBirdLeft } from '../orders/seats.ts'

/** What a buyer who checks out now would pay, by the same count that the checkout makes. Cents. */
export async function currentOffer(deps: Pick<Dependencies, 'database' | 'payments'>): Promise<Offer> {
  const left = earlyBirdLeft(await countSeats(deps.database, deps.payments), catalog)
  return {
    priceCents: left > 0 ? catalog.priceCents : catalog.listPriceCents,
    listPriceCents: catalog.listPriceCents,
    currency: 'usd',
    earlyBird: { seats: catalog.earlyBirdSeats, left },
  }
}
