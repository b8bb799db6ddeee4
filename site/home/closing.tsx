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
        <path d="M300 60V170M150 280V170H520V280M90 60V-140H520V60zM60 526V326H290V526z" />
        <path d="M20 600V280H330V600M380 600V280H880V600" className="closing-dashed" />
        <path d="M420 526V326H920V526z" className="closing-last" />
      </svg>
    </section>
  )
}
