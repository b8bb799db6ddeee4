import { catalog } from '#content/catalog.ts'
import { labels } from '#content/labels.ts'
import { site } from '#content/site.ts'
import { formatMoney } from '../contract/money.ts'

const { priceCents, listPriceCents, earlyBirdSeats, currency } = catalog
const money = (cents: number) => formatMoney(cents, currency, site.language)

/** The price in texts that no script updates: `$348 for the first 50, then $497`. It is true after the last early-bird seat, too. */
export const lastingPrice: string =
  earlyBirdSeats > 0
    ? labels.lastingPrice(money(priceCents), earlyBirdSeats, money(listPriceCents))
    : money(listPriceCents)
