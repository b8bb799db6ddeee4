import { site } from '#content/site.ts'
import { formatMoneyExact } from '../../contract/money.ts'

/** Formats an amount in the currency of an order. @param cents integer of the currency's smallest unit */
export const moneyOf = ({ currency }: { currency: string }, cents: number): string =>
  formatMoneyExact(cents, currency, site.language)
