/** The one currency that the shop knows, as Stripe writes it: every amount is in its cents. */
export const currency = 'usd'

/**
 * An amount as people read it: whole dollars without decimals (`$348`), anything else with two (`$348.50`).
 * @param cents integer US cents
 */
export function formatUsd(cents: number): string {
  return (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  })
}

/**
 * An amount as a bill says it, always with cents: `$348.00`.
 * @param cents integer US cents
 */
export function formatUsdExact(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}

/** Whole percent saved when `price` replaces `list`, both in cents: 34800 of 49700 is 30. */
export function percentOff(price: number, list: number): number {
  return Math.round((1 - price / list) * 100)
}

/** All that a page says of the price list, to compare what was built with what is charged: in cents, and the seats. */
export const priceStamp = (catalog: {
  priceCents: number
  listPriceCents: number
  earlyBirdSeats: number
  consultationValueCents: number
}): string =>
  [catalog.priceCents, catalog.listPriceCents, catalog.earlyBirdSeats, catalog.consultationValueCents].join(
    ' ',
  )

/**
 * The price list as the first buyer meets it: without early-bird seats nobody pays their price, and no page says it.
 */
export function openingPrices<
  T extends { priceCents: number; listPriceCents: number; earlyBirdSeats: number },
>(catalog: T): T {
  return catalog.earlyBirdSeats > 0 ? catalog : { ...catalog, priceCents: catalog.listPriceCents }
}
