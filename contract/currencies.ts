import { decimalsOf } from './money.ts'

/**
 * The currencies that Stripe takes for cards, in which an amount has two decimals or none (docs.stripe.com/currencies). Some
 * countries' Stripe accounts take fewer.
 */
const currencies = `
aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop crc cve
czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg idr ils inr jmd jpy kes kgs khr kmf krw kyd
kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln
pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd tzs uah usd uyu uzs vnd vuv wst xaf
xcd xcg xof xpf yer zar zmw`.split(/\s+/)

/** Stripe's special cases (docs.stripe.com/currencies#special-cases). */
const specialCases = ['huf', 'isk', 'twd', 'ugx']

/** Why the shop cannot sell in a currency, as the end of a sentence, or null. @param currency as Stripe writes it, such as `eur` */
export function currencyProblem(currency: string): string | null {
  if (decimalsOf(currency) === 3)
    return `"${currency}" has three decimals, and Stripe takes only amounts that end in 0: the shop supports none or two`
  if (specialCases.includes(currency))
    return `"${currency}" is a special case at Stripe, which counts it with two decimals but takes or pays out whole amounts only`
  return /^[a-z]{3}$/.test(currency) && currencies.includes(currency)
    ? null
    : `"${currency}" is not a currency that Stripe takes, in small letters, such as usd or eur`
}
