import { catalog } from '#content/catalog.ts'
import { pricing } from '#content/home/pricing.ts'
import { site } from '#content/site.ts'
import { formatMoney } from '../../../contract/money.ts'

/**
 * The early-bird seats as a scale with a tick for each seat. The height is the same before and after the count is known.
 * Without a count, the scale shows how many seats there were at first.
 * @param left `null` while the count is not known
 */
export function Seats({ seats, left }: { seats: number; left: number | null }) {
  const taken = left === null ? 0 : seats - left
  return (
    <div className="pricing-seats">
      <p>
        {left === 0
          ? pricing.seats.taken(seats)
          : pricing.seats.limited(
              seats,
              formatMoney(catalog.listPriceCents, catalog.currency, site.language),
            )}
      </p>
      <svg
        viewBox={`0 0 ${seats * 6} 16`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className={left === null ? 'seats-unknown' : undefined}
      >
        <path className="seats-left" d={ticks(taken, seats)} />
        <path className="seats-taken" d={ticks(0, taken)} />
      </svg>
      <p className="pricing-left" aria-live="polite">
        {left !== null &&
          pricing.seats.left(left, seats, formatMoney(catalog.priceCents, catalog.currency, site.language))}
      </p>
    </div>
  )
}

/** A path with a tick for each seat from `from` up to `to`, which is not included. Every fifth tick is longer. */
function ticks(from: number, to: number): string {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
    .map((seat) => `M${seat * 6 + 3} 16V${seat % 5 === 0 ? 0 : 6}`)
    .join('')
}
