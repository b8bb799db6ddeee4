import type { ReactNode } from 'react'
import { hero } from '#content/home/hero.ts'
import { BuyButton } from '../checkout/buy-button.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Unbroken } from '../ui/unbroken.tsx'

/** @param price the island with the price @param children the sheet below the text */
export function Hero({ price, children }: { price?: ReactNode; children?: ReactNode }) {
  return (
    <section aria-labelledby="hero-heading" className="hero">
      <div className="wrap">
        <div className="columns">
          <h1 id="hero-heading" className="span-7">
            <Unbroken text={hero.headline} />
          </h1>
          <div className="hero-words span-5 align-end">
            <p className="text-lead text-muted">{hero.lead}</p>
            <div className="actions hero-actions">
              <BuyButton label={hero.buy} />
              <ButtonLink href="/#files">{hero.files}</ButtonLink>
              <p className="hero-price text-small text-muted">
                {price}, {hero.terms}
              </p>
            </div>
          </div>
        </div>
        {children}
      </div>
    </section>
  )
}
