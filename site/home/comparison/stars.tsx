import { comparison } from '#content/home/comparison.ts'

const maximum = 5

/** A rating from 0 to 5, in words and as stars, which comparison.css draws before them. */
export function Stars({ rating }: { rating: number }) {
  return <span className={`stars stars-${rating}`}>{comparison.rating(rating, maximum)}</span>
}
