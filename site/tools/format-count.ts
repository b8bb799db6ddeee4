import { site } from '#content/site.ts'

const numbers = new Intl.NumberFormat(site.language)

/** A number in the site's language. */
export const formatCount = (count: number): string => numbers.format(count)
