import type { ReactNode } from 'react'
import { catalog } from '../../../content/catalog.ts'
import { hero } from '../../../content/home/hero.ts'
import { formatUsd, openingPrices } from '../../../contract/money.ts'
import { BuyButton } from '../../checkout/buy-button.tsx'
import { useOffer } from '../../checkout/offer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Wrap } from '../../ui/section.tsx'
import { unbroken } from '../../ui/unbroken.tsx'

/** @param children the sheet below the words */
export function Hero({ children }: { children: ReactNode }) {
  const { priceCents } = useOffer() ?? openingPrices(catalog)
  return (
    <section aria-labelledby="hero-heading" className="hero">
      <Wrap>
        <div className="columns">
          <h1 id="hero-heading" className="lg:col-span-7">
            {unbroken(hero.headline)}
          </h1>
          <div className="hero-words lg:col-span-5 lg:self-end">
            <p className="text-lead text-ink-2">{hero.lead}</p>
            <div className="hero-actions">
              <BuyButton label={hero.buy} />
              <ButtonLink to="/#files">{hero.files}</ButtonLink>
              <p className="hero-price">
                <b>{formatUsd(priceCents)}</b>, {hero.terms}
              </p>
            </div>
          </div>
        </div>
        {children}
      </Wrap>
    </section>
  )
}
