import { site } from '#content/site.ts'
import { formatMoneyExact } from '../../contract/money.ts'

/**
 * Formats an amount in the currency that was charged, or else in that of the price.
 * @param cents integer of the currency's smallest unit
 */
export const moneyOf = (
  { currency, charged_currency }: { currency: string; charged_currency?: string | null },
  cents: number,
): string => formatMoneyExact(cents, charged_currency ?? currency, site.language)
