import { catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { formatMoney, formatMoneyExact } from '../../contract/money.ts'

/** An amount of the catalog as the pages write it, such as $348. */
export const shownPrice = (cents: number): string => formatMoney(cents, catalog.currency, site.language)

/** An amount as bills write it, such as $348.00. It is in the catalog's currency, unless another one is given. */
export const billedPrice = (cents: number, currency: string = catalog.currency): string =>
  formatMoneyExact(cents, currency, site.language)
