const most = 5
const star = 'M9 1.6l2.3 4.8 5.2.7-3.8 3.6.9 5.2L9 13.4l-4.6 2.5.9-5.2L1.5 7.1l5.2-.7z'

/** The shape of a star, once for all ratings of a page. */
export function StarShapes() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <symbol id="star" viewBox="0 0 18 18">
        <path d={star} />
      </symbol>
    </svg>
  )
}

/** A rating from 0 to 5, drawn and in words. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars">
      <svg viewBox={`0 0 ${most * 20} 18`} width={most * 20} height="18" aria-hidden="true">
        {Array.from({ length: most }, (_, index) => index).map((index) => (
          <use
            key={index}
            href="#star"
            x={index * 20}
            width="18"
            height="18"
            className={index < rating ? 'star-on' : 'star-off'}
          />
        ))}
      </svg>
      <span>
        {rating} out of {most}
      </span>
    </span>
  )
}
