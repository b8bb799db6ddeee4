import { closing } from '#content/home/closing.ts'
import { BuyButton } from '../checkout/buy-button.tsx'

/** The last section: one action, in the colors of the dark theme. */
export function Closing() {
  return (
    <section className="closing" aria-labelledby="closing-heading">
      <div className="wrap">
        <h2 id="closing-heading">{closing.heading}</h2>
        <p className="text-lead">{closing.text}</p>
        <BuyButton label={closing.buy} />
      </div>
      <svg
        className="closing-drawing"
        viewBox="0 0 720 420"
        preserveAspectRatio="xMinYMid slice"
        aria-hidden="true"
      >
        <path d="M300-20V170M150 280V170H520V280" />
        <rect x="90" y="-140" width="430" height="200" rx="6" />
        <rect x="20" y="280" width="310" height="320" rx="6" className="closing-dashed" />
        <rect x="380" y="280" width="500" height="320" rx="6" className="closing-dashed" />
        <rect x="60" y="326" width="230" height="200" rx="4" />
        <rect x="420" y="326" width="500" height="200" rx="4" className="closing-last" />
      </svg>
    </section>
  )
}
