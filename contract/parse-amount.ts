/**
 * Reads an amount as people type it, such as `20` or `20.00`, and `5000` in a currency without decimals.
 * @param currency ISO 4217, in small or capital letters
 * @returns integer of the currency's smallest unit; null: no amount of this currency
 */
export function parseAmount(text: string, currency: string): number | null {
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits as number
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '' || (fraction !== '' && fraction.length !== decimals)) return null
  return Number(whole + fraction.padEnd(decimals, '0'))
}
