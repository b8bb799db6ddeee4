import { hero } from '../../../content/home/hero.ts'
import { BuyButton } from '../../checkout/buy-button.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Wrap } from '../../ui/section.tsx'
import { Plan } from './plan/plan.tsx'

/** @param files how many the kit has */
export function Hero({ files }: { files: number }) {
  return (
    <section aria-labelledby="hero-heading" className="hero">
      <Wrap>
        <div className="columns">
          <h1 id="hero-heading" className="lg:col-span-7">
            {hero.headline}
          </h1>
          <div className="lg:col-span-5 lg:self-end">
            <p className="text-lead text-ink-2">{hero.lead}</p>
            <div className="hero-actions">
              <BuyButton label={hero.buy} />
              <ButtonLink to="/#files">{hero.files}</ButtonLink>
            </div>
          </div>
        </div>
        <Plan files={files} />
      </Wrap>
    </section>
  )
}
