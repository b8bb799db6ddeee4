import { createHash } from 'node:crypto'

/**
 * SHA-256 of the testimonials that ship as samples. They are found even if somebody removes the mark or changes the punctuation,
 * because the hash is made from the letters and digits only, in lower case.
 */
const shippedSamples = new Set([
  '168f403e2ea3bcd2ee288f122f6d5597538fc01cf0ee586147ca3b7f4e9dc902',
  'd9cd0a4a2a2a0d6905bb17a1863e81380e269287b4654ba2b80131d5688df56f',
  'd7e44a28ffd0ee140386694054345c8912a23e315bc287ad9131cbb741b0ebb2',
  '862df4c736a44aa846fec417cd00e5051850806c9f839c63ae8e329eacbe0d24',
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
