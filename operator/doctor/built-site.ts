import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { formatUsd } from '../../contract/money.ts'
import { isComputed } from '../../contract/paths.ts'
import { openingPrices, priceStamp } from '../../contract/prices.ts'
import { structuredOffer } from '../../contract/structured-offer.ts'
import { type Config, isThisMachine } from '../../server/config/env.ts'
import { builtPages } from '../../server/http/built-pages.ts'
import { changedContent } from '../../server/http/changed-content.ts'
import type { Content } from './content.ts'
import { error, type Finding, isReserved, warning } from './finding.ts'
import { pageTextFindings } from './page-texts.ts'

/** Stands for wherever the pages are served. */
const origin = 'http://shop'

const rebuild =
  'Build the site again with the same variables: npm run build. Then start the shop again: npm start'

/** What the page offers in its structured data. @throws if that is no JSON */
function offersIn(html: string): Record<string, unknown>[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  const nodes = [...scripts].flatMap(([, json = '{}']) => {
    const data = JSON.parse(json)
    return data['@graph'] ?? [data]
  })
  return nodes.flatMap((node) => (node.offers ? [node.offers].flat() : []))
}

/** Search engines show what the structured data says, so it has to agree with the catalog. */
function* offerFindings(home: string, { catalog }: Content): Generator<Finding> {
  let offers: Record<string, unknown>[]
  try {
    offers = offersIn(home)
  } catch {
    yield error('The structured data of the built home page cannot be read.', rebuild)
    return
  }
  if (offers.length === 0) yield error('The structured data of the built home page has no offer.', rebuild)
  for (const offer of offers) {
    for (const [name, expected] of Object.entries(structuredOffer(catalog))) {
      if (offer[name] !== expected)
        yield error(
          `The structured data offers the kit with the ${name} ${offer[name]}, the catalog says ${expected}.`,
          rebuild,
        )
    }
  }
}

function* priceFindings(home: string, { catalog }: Content): Generator<Finding> {
  const text = home.replaceAll('<!-- -->', '')
  const { priceCents, listPriceCents, earlyBirdSeats } = openingPrices(catalog)
  const seats = earlyBirdSeats > 0 ? [`first ${earlyBirdSeats} customers`] : []
  const shown = [formatUsd(priceCents), formatUsd(listPriceCents), ...seats]
  for (const expected of shown) {
    // Not the beginning of a longer amount.
    if (!new RegExp(`${expected.replaceAll(/[$.]/g, '\\$&')}(?![.,]?\\d)`).test(text))
      yield error(`The built home page does not say "${expected}", as the catalog does.`, rebuild)
  }
  const built = / data-catalog="([^"]*)"/.exec(home)?.[1]
  if (built !== priceStamp(catalog))
    yield error('The site was built with another catalog: prices, seats or values differ.', rebuild)
}

/** What a part of an address may mean: as it is, and decoded unless a % in it is no escape. */
function meaningsOf(part: string): string[] {
  try {
    return [part, decodeURIComponent(part)]
  } catch {
    return [part]
  }
}

const named: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** An attribute's value as it is meant; of the named references, the build writes only those above. */
const unescaped = (attribute: string): string =>
  attribute.replaceAll(
    /&(?:#x([\da-f]{1,5})|#(\d{1,6})|lt|gt|quot|amp);/gi,
    (reference, hex?: string, decimal?: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      return decimal ? String.fromCodePoint(Number(decimal)) : (named[reference.toLowerCase()] ?? reference)
    },
  )

function hasPlace(html: string, id: string): boolean {
  return [...html.matchAll(/\sid="([^"]*)"/g)].some(([, attribute = '']) => unescaped(attribute) === id)
}

/** Links between pages that lead to no page, or to no place on it, and pictures that are not there. */
function* linkFindings(root: string, pages: Map<string, string>): Generator<Finding> {
  const broken = new Map<string, string>()
  for (const [page, html] of pages) {
    for (const [, value = ''] of html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
      const target = unescaped(value)
      // As a browser reads it: from the page that it stands on, with spaces and letters like ä encoded.
      const url = URL.parse(target, origin + page)
      // Addresses of mail stand in content/site.ts, and are looked at there.
      const isLost = url && url.protocol !== 'mailto:' && isReserved(url)
      if (!url || target === '' || isLost) broken.set(target, page)
      if (url?.origin !== origin || isComputed(url.pathname)) continue
      const fragment = url.hash.slice(1)
      // As the server looks it up: as it is asked for, then decoded.
      const addresses = meaningsOf(url.pathname)
      const there = addresses.map((one) => pages.get(one)).find((html) => html !== undefined)
      if (there === undefined) {
        const isFile = url.pathname !== '/' && addresses.some((one) => existsSync(path.join(root, one)))
        if (!isFile) broken.set(target, page)
      } else if (fragment !== '' && !meaningsOf(fragment).some((id) => hasPlace(there, id))) {
        broken.set(target, page)
      }
    }
  }
  for (const [target, page] of broken)
    yield error(
      `${page} links to ${target || 'nothing'}, which is not there.`,
      'Correct the link in content/.',
    )
  for (const [page, html] of pages) {
    for (const [, value = ''] of html.matchAll(/<img\s[^>]*?src="([^"]*)"/g)) {
      const url = URL.parse(unescaped(value), origin + page)
      if (url?.protocol === 'data:' || (url && url.origin !== origin)) continue
      if (!url || !meaningsOf(url.pathname).some((one) => existsSync(path.join(root, one))))
        yield error(`${page} shows the picture ${value}, which is not there.`, 'Put it into content/public.')
    }
  }
}

/** Amounts that a page may name, in cents: the catalog's own, and what one price saves over the other. */
function catalogAmounts({ priceCents, listPriceCents, ...rest }: Content['catalog']): number[] {
  return [priceCents, listPriceCents, listPriceCents - priceCents, rest.consultationValueCents ?? 0]
}

/** Files of content/ that visitors do not see yet, as the site was built before they changed. */
function* outdatedFindings(root: string): Generator<Finding> {
  const changed = changedContent(root)
  if (changed.length === 0) return
  const more = changed.length > 3 ? ` and ${changed.length - 3} more files` : ''
  yield error(
    `Visitors see older pages: ${changed.slice(0, 3).join(', ')}${more} changed after the site was built.`,
    rebuild,
  )
}

function* canonicalFindings(home: string, { siteUrl }: Config): Generator<Finding> {
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(home)?.[1]
  if (canonical === `${siteUrl}/`) return
  yield warning(
    `The built pages name ${canonical} as their address, not ${siteUrl}/.`,
    `If the pages are on a CDN, set VITE_SITE_URL to its address for the server, too. Otherwise: ${rebuild}`,
  )
}

/**
 * What is wrong with the pages as they were built.
 * @param root the folder of the project, with build/client
 * @returns the findings by what is fine if there are none
 */
export function builtSiteGroups(
  root: string,
  config: Config,
  content: Content,
): [fine: string, findings: Finding[]][] {
  const client = path.join(root, 'build/client')
  const pages = new Map(
    [...builtPages(client)].map(([address, file]) => [address, readFileSync(file, 'utf8')]),
  )
  const home = pages.get('/')
  if (home === undefined)
    return [['', [(isThisMachine(config.publicUrl) ? warning : error)('The site is not built.', rebuild)]]]
  return [
    ['The pages show the present content.', [...outdatedFindings(root)]],
    [
      'The pages and their structured data have the prices of the catalog.',
      [...priceFindings(home, content), ...offerFindings(home, content)],
    ],
    ['Every link and picture of the pages leads somewhere.', [...linkFindings(client, pages)]],
    ['The texts of the pages are finished.', [...pageTextFindings(pages, catalogAmounts(content.catalog))]],
    ['The pages name the address at which visitors read them.', [...canonicalFindings(home, config)]],
  ]
}

/** The findings of all pages. */
export const builtSiteFindings = (...of: Parameters<typeof builtSiteGroups>): Finding[] =>
  builtSiteGroups(...of).flatMap(([, findings]) => findings)
