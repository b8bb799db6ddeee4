import { createHash } from 'node:crypto'

/**
 * SHA-256 of the testimonials that ship as samples. They are found even if somebody removes the mark or changes the punctuation,
 * because the hash is made from the letters and digits only, in lower case.
 */
const shippedSamples = new Set([
  'c0ec68cf812195db60c2a5fe5e5d10016b203da272b7c798deed6af10b8fe4ac',
  '60af00121e2ff57e5fe7a2b4ea69a0e88a42a99d4d4b9b06c0556ece87f65664',
  'd7e44a28ffd0ee140386694054345c8912a23e315bc287ad9131cbb741b0ebb2',
  '5118fd54c192808e106982b0aeeca8b7f1155542d8ec076fab51f9e08310d284',
])

function quoteDigest(quote: string): string {
  const words = quote
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return createHash('sha256').update(words).digest('hex')
}

/** Whether a testimonial shipped as a sample. */
export const isShippedSample = (quote: string): boolean => shippedSamples.has(quoteDigest(quote))
