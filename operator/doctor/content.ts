import { catalog } from '#content/catalog.ts'
import { testimonials } from '#content/home/testimonials.ts'
import { site } from '#content/site.ts'
import { checkEmail } from '../../contract/checkout.ts'
import { error, type Finding, isReserved, warning } from './finding.ts'

/** The governing law in content/site.ts as shipped. It may also be the right one for the seller. */
const shippedLaw = 'the State of Delaware, United States'

export interface Content {
  site: Pick<typeof site, 'seller' | 'emails' | 'links'>
  catalog: Pick<typeof catalog, 'priceCents' | 'listPriceCents'>
  testimonials: { sample?: boolean }[]
}

/** The content of this project. */
export const shippedContent: Content = { site, catalog, testimonials: testimonials.people }

const inSite = 'Set it in content/site.ts.'

function* sellerFindings({ seller, emails }: Content['site']): Generator<Finding> {
  if (/^$|\bexample\b/i.test(seller.legalName))
    yield error(`The seller's legal name is "${seller.legalName}".`, inSite)
  if (!seller.governingLaw) yield error('The terms name no governing law.', inSite)
  if (seller.governingLaw === shippedLaw)
    yield warning(
      `The terms name the law of ${shippedLaw}, which is the default.`,
      `${inSite} If it is your law, ignore this.`,
    )
  if (seller.person?.sample)
    yield error(`The person who answers buyers is a sample, "${seller.person.name}".`, inSite)
  for (const [use, address] of Object.entries(emails)) {
    if (!checkEmail(address).ok)
      yield error(`The ${use} address "${address}" is not an email address.`, inSite)
    else if (isReserved(new URL(`mailto:${address}`)))
      yield error(`The ${use} address ${address} is a placeholder.`, inSite)
  }
}

function* linkFindings({ links }: Content['site']): Generator<Finding> {
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

/** Placeholders and samples that a buyer would see. */
export function* contentFindings({ site, catalog, testimonials }: Content): Generator<Finding> {
  yield* sellerFindings(site)
  yield* linkFindings(site)
  if (catalog.priceCents > catalog.listPriceCents)
    yield error('The early-bird price is above the list price.', 'Correct content/catalog.ts.')
  const samples = testimonials.filter(({ sample }) => sample).length
  if (samples > 0)
    yield error(
      `${samples} of ${testimonials.length} testimonials are samples that no customer wrote.`,
      'Replace them in content/home/testimonials.ts with words that you may quote, or remove them.',
    )
}
