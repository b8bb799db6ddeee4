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
 * Reads an amount that a person typed, such as `20`, `20.00` or `20,00`.
 * @returns integer US cents; null if it is not an amount
 */
export function parseAmount(text: string): number | null {
  const [, whole = '', decimals = ''] = /^\s*\$?(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? []
  return whole === '' ? null : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

/**
 * Formats an amount for a bill, always with cents: `$348.00`.
 * @param cents integer US cents
 */
export function formatUsdExact(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
