import { comparison } from '#content/home/comparison.ts'

const maximum = 5

/** A rating from 0 to 5, as stars (comparison.css) and in words. */
export function Stars({ rating }: { rating: number }) {
  return (
    <>
      <span className={`stars stars-${rating}`} aria-hidden="true" />
      <span>{comparison.rating(rating, maximum)}</span>
    </>
  )
}
