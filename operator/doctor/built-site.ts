import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { kitFolder } from 'kit-reader/files'
import { pricing } from '#content/home/pricing.ts'
import { allLinks, checkAnchors, checkExternalLinks, checkLinks } from '../../checks/site/links.ts'
import { type Page, readSite, type Site, textOf } from '../../checks/site/read-site.ts'
import { formatMoney } from '../../contract/money.ts'
import { openingPrices, priceStamp } from '../../contract/prices.ts'
import { structuredOffers } from '../../contract/structured-offer.ts'
import { type Config, isThisMachine } from '../../server/config/env.ts'
import { error, type Finding, type Group, isReserved, warning } from '../../server/examine/finding.ts'
import { changedContent } from '../../server/http/changed-content.ts'
import { attribute, sourceOf } from '../../server/http/html-elements.ts'
import type { Content } from './content.ts'
import { escaped, linesOf, onOneLine, pageTextFindings } from './page-texts.ts'

const rebuild =
  'Build the site again with the same variables: npm run build. Then start the shop again: npm start'

/** The offers in a page's structured data. @throws SyntaxError if that is not JSON */
function offersIn({ elements }: Page): Record<string, unknown>[] {
  const scripts = elements.filter((element) => attribute(element, 'type') === 'application/ld+json')
  const nodes = scripts.flatMap((script) => {
    const data = JSON.parse(sourceOf(script))
    return data['@graph'] ?? [data]
  })
  return nodes.flatMap((node) => (node.offers ? [node.offers].flat() : []))
}

/** Compares the structured data, which search engines show, with the catalog. */
function* offerFindings(home: Page, { catalog }: Content): Generator<Finding> {
  let offers: Record<string, unknown>[]
  try {
    offers = offersIn(home)
  } catch {
    yield error('The structured data of the built home page cannot be read.', rebuild)
    return
  }
  if (offers.length === 0) yield error('The structured data of the built home page has no offer.', rebuild)
  if (offers.length === 0) return
  const written = ({ price, priceCurrency, availability }: Record<string, unknown>) =>
    `${price} ${priceCurrency}, ${availability}`
  const [shown, expected] = [offers.map(written), structuredOffers(catalog).map(written)]
  for (const offer of shown.filter((one) => !expected.includes(one)))
    yield error(`The structured data has an offer that the catalog does not have: ${offer}.`, rebuild)
  for (const offer of expected.filter((one) => !shown.includes(one)))
    yield error(`The structured data does not have an offer of the catalog: ${offer}.`, rebuild)
}

function* priceFindings(home: Page, { catalog, site }: Content): Generator<Finding> {
  const text = linesOf(home)
  const { priceCents, listPriceCents, currency, earlyBirdSeats: seats } = openingPrices(catalog)
  const [price = '', listPrice = ''] = [priceCents, listPriceCents].map((cents) =>
    onOneLine(formatMoney(cents, currency, site.language)),
  )
  const shown = [price, listPrice, ...(seats > 0 ? [onOneLine(pricing.seats.limited(seats, listPrice))] : [])]
  for (const expected of shown) {
    // The amount must not be a part of a longer one.
    if (!new RegExp(`(?<!\\d|\\d[.,])${escaped(expected)}(?![.,]?\\d)`).test(text))
      yield error(`The built home page does not say "${expected}", but the catalog does.`, rebuild)
  }
  const stamps = home.elements.flatMap((element) => attribute(element, 'data-catalog') ?? [])
  if (stamps[0] !== priceStamp(catalog))
    yield error('The site was built with another catalog: its prices, seats or values differ.', rebuild)
}

/** Amounts that a page may contain: those of the catalog, and the difference of the two prices. */
function catalogAmounts({ priceCents, listPriceCents, ...rest }: Content['catalog']): number[] {
  return [priceCents, listPriceCents, listPriceCents - priceCents, rest.consultationValueCents ?? 0]
}

/**
 * What the kit costs to run, in US cents: as its document says, which a check of the kit keeps equal with the pages, and as the pages
 * compute it.
 */
function kitAmounts({ pages }: Site): number[] {
  const bills = pages.flatMap(({ elements }) =>
    elements
      .filter((element) => attribute(element, 'data-bill') !== undefined)
      .map((element) => textOf(element)),
  )
  const text = [readFileSync(path.join(kitFolder, 'docs/costs.md'), 'utf8'), ...bills].join('\n')
  return [...text.matchAll(/\$(\d+(?:\.\d+)?)/g)].map(([, dollars]) => Math.round(Number(dollars) * 100))
}

/** Reports files in content/ that changed after the build, because visitors do not see these changes. */
function* outdatedFindings(root: string): Generator<Finding> {
  const changed = changedContent(root)
  if (changed.length === 0) return
  const more = changed.length > 3 ? ` and ${changed.length - 3} more files` : ''
  yield error(
    `Visitors see old pages: ${changed.slice(0, 3).join(', ')}${more} changed after the site was built.`,
    rebuild,
  )
}

function* canonicalFindings(home: Page, { siteUrl }: Config): Generator<Finding> {
  const link = home.elements.find((element) => attribute(element, 'rel') === 'canonical')
  const canonical = attribute(link, 'href')
  if (canonical === `${siteUrl}/`) return
  yield warning(
    `The built pages name ${canonical} as their address, not ${siteUrl}/.`,
    `If the pages are on a CDN, set VITE_SITE_URL to its address for the server, too. Otherwise: ${rebuild}`,
  )
}

/** Reports links and pictures that do not lead anywhere. A link that several pages have is reported once. */
function* linkFindings(site: Site): Generator<Finding> {
  const addresses = new Map(site.pages.map(({ file, address }) => [file, address]))
  const reported = new Set<string>()
  for (const check of [checkLinks, checkAnchors, checkExternalLinks]) {
    for (const { file, problem, remedy } of check(site)) {
      if (reported.has(problem)) continue
      reported.add(problem)
      yield error(`${addresses.get(file)} ${problem}.`, remedy)
    }
  }
  for (const { page, target, url } of allLinks(site)) {
    // Another check reads the mail addresses in content/site.ts. This machine has its own warning.
    if (!url || url.protocol === 'mailto:' || url.origin === site.base.origin || !isReserved(url)) continue
    if (reported.has(target)) continue
    reported.add(target)
    yield error(
      `${page.address} links to ${target}, which is reserved for examples.`,
      'Correct the link in content/.',
    )
  }
}

/** Checks the built pages. @param root the folder of the project, with build/client */
export function builtSiteGroups(root: string, config: Config, content: Content): Group[] {
  const client = path.join(root, 'build/client')
  if (!existsSync(path.join(client, 'index.html')))
    return [['', [(isThisMachine(config.publicUrl) ? warning : error)('The site is not built.', rebuild)]]]
  const site = readSite(client, config.siteUrl)
  const home = site.pages.find(({ address }) => address === '/') as Page
  return [
    ['The pages show the current content.', [...outdatedFindings(root)]],
    [
      'The pages and their structured data have the prices of the catalog.',
      [...priceFindings(home, content), ...offerFindings(home, content)],
    ],
    ['Every link and picture of the pages leads somewhere.', [...linkFindings(site)]],
    [
      'The texts of the pages are finished.',
      [
        ...pageTextFindings(site.pages, [...catalogAmounts(content.catalog), ...kitAmounts(site)], {
          ...content.catalog,
          ...content.site,
        }),
      ],
    ],
    ['The pages name the address at which visitors read them.', [...canonicalFindings(home, config)]],
  ]
}
