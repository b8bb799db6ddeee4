/** The only currency that the shop supports, as Stripe writes it. Every amount is in its cents. */
export const currency = 'usd'

/**
 * Formats an amount for people: whole dollars without decimals (`$348`), anything else with two (`$348.50`).
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
 * Formats an amount for a bill, always with cents: `$348.00`.
 * @param cents integer US cents
 */
export function formatUsdExact(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
