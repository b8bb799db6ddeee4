import { catalog } from '#content/catalog.ts'
import { consultation } from '#content/consultation.ts'
import { guarantee } from '#content/guarantee.ts'
import { pricing } from '#content/home/pricing.ts'
import { labels } from '#content/labels.ts'
import { type Person as PersonOfSeller, site } from '#content/site.ts'
import { formatMoney } from '../../../contract/money.ts'
import { kitEntryPath } from '../../../contract/paths.ts'
import { BuyButton } from '../../checkout/buy-button.tsx'
import { useOffer } from '../../checkout/offer.ts'
import { WhileSeatsLast } from '../../checkout/while-seats-last.tsx'
import { island } from '../../island.tsx'
import { Section } from '../../ui/section.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'
import { NoScriptForm } from './no-script-form.tsx'
import { priceDisplay } from './price-display.ts'
import { Seats } from './seats.tsx'

const contents = [
  pricing.everything,
  ...(consultation
    ? [
        `${consultation.name}, ${pricing.valuedAt(formatMoney(catalog.consultationValueCents, catalog.currency, site.language))}`,
      ]
    : []),
  ...pricing.includes,
]

/** Who answers the buyer's mail. */
function Person({ person: { name, role, link, answers, sample } }: { person: PersonOfSeller }) {
  return (
    <p className="pricing-person">
      <b>{link ? <a href={link}>{name}</a> : name}</b>, {role}, {pricing.answersMail(answers)}{' '}
      {sample && <Tag>{labels.sample}</Tag>}
    </p>
  )
}

/** The pricing section, drawn as a title block: the price, the contents, the seats left. @param files how many files the kit has */
export const Pricing = island(
  ({ files, version, payment }: { files: number; version: string; payment: string }) => {
    const offer = useOffer()
    const { price, saving, seats, left } = priceDisplay(catalog, offer)
    const details = [
      { label: pricing.revision, value: <a href={kitEntryPath('CHANGELOG.md')}>v{version}</a> },
      { label: pricing.files, value: String(files) },
      ...pricing.details,
    ]
    return (
      <Section id="pricing" heading={pricing.heading} lead={pricing.lead} className="section-tinted">
        <Sheet className="pricing">
          <div className="pricing-price">
            <p className="pricing-badge">
              {!saving && <Tag>{pricing.listBadge}</Tag>}
              {saving && (
                <Tag tone="action">
                  {pricing.saving(saving.percent)} - {pricing.badge}
                </Tag>
              )}
            </p>
            <p className="pricing-figures">
              <span className="sr-only">{pricing.price}</span>
              <strong>{price}</strong>
              <WhileSeatsLast />
              {saving && (
                <>
                  <span className="sr-only">{pricing.insteadOf}</span>
                  <s>{saving.list}</s>
                </>
              )}
            </p>
            <p className="pricing-unit text-small text-muted">
              {pricing.unit}. {payment}
            </p>
          </div>
          <div className="pricing-contents">
            <h3>{site.name}</h3>
            <ul>
              {contents.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            {guarantee && <p className="pricing-guarantee">{guarantee.terms}</p>}
            {site.seller.person && <Person person={site.seller.person} />}
          </div>
          {seats > 0 && <Seats seats={seats} left={left} />}
          <div className="pricing-buy">
            <BuyButton label={pricing.buy} />
          </div>
          <dl className="cells pricing-details">
            {details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Sheet>
        <NoScriptForm />
      </Section>
    )
  },
)
