import { catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { formatMoney, formatMoneyExact } from '../../contract/money.ts'

/** An amount of the catalog as the pages write it, such as $348. */
export const shownPrice = (cents: number): string => formatMoney(cents, catalog.currency, site.language)

/** An amount of the catalog as bills write it, such as $348.00. */
export const billedPrice = (cents: number): string => formatMoneyExact(cents, catalog.currency, site.language)
