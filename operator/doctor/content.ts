import { catalog } from '#content/catalog.ts'
import { effort, setups } from '#content/home/effort.ts'
import { pricing } from '#content/home/pricing.ts'
import { testimonials } from '#content/home/testimonials.ts'
import { site } from '#content/site.ts'
import { checkEmail } from '../../contract/checkout.ts'
import { error, type Finding, isReserved, warning } from '../../server/examine/finding.ts'
import { isShippedSample } from './sample-quotes.ts'

/** The governing law in content/site.ts as shipped. It may also be the right one for the seller. */
const shippedLaw = 'the State of Delaware, United States'

export interface Content {
  site: Pick<typeof site, 'language' | 'seller' | 'emails' | 'links'>
  catalog: typeof catalog
  testimonials: { quote: string; sample?: boolean }[]
  /** What the price includes, as on the page. */
  promises: string[]
  /** The text of the terms. */
  terms: string
  /** Percent of the work that the page claims to save, and percent of the hours that its estimates give. */
  effort: { claimed: number; estimated: number }
}

/** The content of this project; `terms` is read from its file. */
export const shippedContent = (terms: string): Content => ({
  site,
  catalog,
  testimonials: testimonials.people,
  promises: pricing.includes,
  terms,
  effort: { claimed: effort.manualWorkRemoved, estimated: setups.first.saved },
})

function* sellerFindings({ seller, emails, links }: Content['site']): Generator<Finding> {
  const inSite = 'Set it in content/site.ts.'
  if (/^$|\bexample\b/i.test(seller.legalName))
    yield error(`The seller's legal name is "${seller.legalName}".`, inSite)
  if (!seller.governingLaw) yield error('The terms name no governing law.', inSite)
  if (seller.governingLaw === shippedLaw)
    yield warning(
      `The terms name the law of ${shippedLaw}, which is the default.`,
      `${inSite} If it is your law, ignore this.`,
    )
  if (seller.person === null)
    yield warning(
      'No person is named who answers buyers.',
      'Set seller.person in content/site.ts, or leave it.',
    )
  else if (seller.person.sample || /\bexample\b/i.test(seller.person.name))
    yield error(`The person who answers buyers is a sample, "${seller.person.name}".`, inSite)
  for (const [use, address] of Object.entries(emails)) {
    if (!checkEmail(address).ok)
      yield error(`The ${use} address "${address}" is not an email address.`, inSite)
    else if (isReserved(new URL(`mailto:${address}`)))
      yield error(`The ${use} address ${address} is a placeholder.`, inSite)
  }
  for (const [name, target] of Object.entries(links)) {
    if (target === null)
      yield warning(
        `The footer's ${name} leads nowhere.`,
        'Set links in content/site.ts, or leave it unlinked.',
      )
    else if (!URL.canParse(target) && !target.startsWith('/'))
      yield error(`The ${name} link "${target}" is not a web address.`, inSite)
    else if (URL.canParse(target) && isReserved(new URL(target)))
      yield error(`The ${name} link ${target} is a placeholder.`, inSite)
  }
}

function* priceFindings({ priceCents, listPriceCents }: Content['catalog']) {
  const remedy = 'Correct content/catalog.ts.'
  if (priceCents > listPriceCents) yield error('The early-bird price is above the list price.', remedy)
}

/** Findings about missing content, and about content that contradicts itself. */
export function contentFindings(content: Content): Finding[] {
  const samples = content.testimonials.filter(({ quote, sample }) => sample || isShippedSample(quote)).length
  const findings = [...sellerFindings(content.site), ...priceFindings(content.catalog)]
  if (samples > 0) {
    findings.push(
      error(
        `${samples} of ${content.testimonials.length} testimonials are samples that no customer wrote.`,
        'Replace them in content/home/testimonials.ts with words that you may quote, or remove them.',
      ),
    )
  }
  const guarantee = content.promises.find((promise) => /money-back/i.test(promise))
  if (guarantee && /no refunds/i.test(content.terms) && !/that promise applies/i.test(content.terms)) {
    findings.push(
      warning(
        `The pricing section promises a "${guarantee}", while the terms refuse refunds once access is granted.`,
        'Decide which of them is true, and change content/home/pricing.ts or content/legal/terms.md.',
      ),
    )
  }
  const { claimed, estimated } = content.effort
  if (claimed !== estimated)
    findings.push(
      warning(
        `The page claims to save ${claimed}% of manual work, while its own estimates save ${estimated}% of the hours.`,
        'Change the claim or the estimates in content/home/effort.ts, or be ready to explain the difference.',
      ),
    )
  return findings
}
