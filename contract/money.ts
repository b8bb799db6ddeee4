/**
 * The currencies that Stripe counts in whole units (docs.stripe.com/currencies#zero-decimal). Do not ask `Intl`: it has no decimals for some currencies that Stripe counts in
 * hundredths, such as ALL.
 */
const withoutDecimals = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'
/** The shop does not sell in these, but with adaptive pricing Stripe may charge a buyer in one. */
const withThreeDecimals = 'bhd jod kwd omr tnd'

/** How many decimals an amount has. @param currency its ISO 4217 code, in small or capital letters */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  const code = currency.toLowerCase()
  return withoutDecimals.includes(code) ? 0 : withThreeDecimals.includes(code) ? 3 : 2
}

/**
 * Writes an amount for programs: `348.00`, and `5000` in yen.
 * @param amount integer of the currency's smallest unit
 */
export function decimalAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  return (amount / 10 ** decimals).toFixed(decimals)
}

/**
 * Formats an amount for people, without decimals if they are zero: `$348`, `$348.50`, `79 €`.
 * @param amount integer of the currency's smallest unit
 * @param language a BCP 47 tag
 */
export function formatMoney(amount: number, currency: string, language: string): string {
  return format(
    amount,
    currency,
    language,
    amount % 10 ** decimalsOf(currency) === 0 ? 0 : decimalsOf(currency),
  )
}

/**
 * Formats an amount for a bill, always with the decimals of its currency: `$348.00`, `79,00 €`, `¥5,000`.
 * @param amount integer of the currency's smallest unit
 * @param language a BCP 47 tag
 */
export function formatMoneyExact(amount: number, currency: string, language: string): string {
  return format(amount, currency, language, decimalsOf(currency))
}

function format(amount: number, currency: string, language: string, digits: number): string {
  return (
    (amount / 10 ** decimalsOf(currency))
      .toLocaleString(language, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })
      // Some browsers and mail programs have no glyph for this space of French and others, and older ones write the usual one.
      .replaceAll('\u202f', '\u00a0')
  )
}

/** The largest amount that the database stores. */
const largestAmount = 2 ** 31 - 1

/**
 * Reads an amount as people type it, such as `20`, `20.00` or `20,00 €`, and `5000` in a currency without decimals. A separator
 * of thousands is refused, because it could be meant as the decimal one.
 * @returns integer of the currency's smallest unit; null if it is no amount of this currency
 */
export function parseAmount(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency)
  const [, whole = '', fraction = ''] =
    /^\p{Sc}?\s*(\d{1,9})(?:[.,](\d{1,3}))?\s*\p{Sc}?$/u.exec(text.trim()) ?? []
  if (whole === '' || (fraction !== '' && fraction.length !== decimals)) return null
  const amount = Number(whole + fraction.padEnd(decimals, '0'))
  return amount <= largestAmount ? amount : null
}
