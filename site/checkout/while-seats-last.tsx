import { catalog } from '#content/catalog.ts'
import { purchase } from '#content/purchase.ts'

/** Follows the early-bird price where no script asks for the current one, so that the words are true after the last seat, too. */
export const WhileSeatsLast = () =>
  catalog.earlyBirdSeats > 0 && <noscript> {purchase.whileSeatsLast}</noscript>
