import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { formatUsd, openingPrices } from '../../contract/money.ts'
import type { Config } from '../../server/env.ts'
import type { Content } from './content.ts'
import { error, type Finding, warning } from './finding.ts'

/** Computed by the server, so no file of the build. */
const computed = /^\/(functions|sandbox)\//

const addressOf = (page: string) => `/${page.replace(/(^|\/)index\.html$/, '')}`
const rebuild = 'Build the site again with the same variables: npm start does.'

function offersIn(html: string): unknown[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  const nodes = [...scripts].flatMap(([, json = '{}']) => {
    const data = JSON.parse(json)
    return data['@graph'] ?? [data]
  })
  return nodes.flatMap((node) => (node.offers ? [node.offers].flat() : []))
}

function* priceFindings(home: string, { catalog }: Content): Generator<Finding> {
  const text = home.replaceAll('<!-- -->', '')
  const { priceCents, listPriceCents, earlyBirdSeats } = openingPrices(catalog)
  const seats = earlyBirdSeats > 0 ? [`first ${earlyBirdSeats} customers`] : []
  const shown = [formatUsd(priceCents), formatUsd(listPriceCents), ...seats]
  for (const expected of shown) {
    if (!text.includes(expected))
      yield error(`The built home page does not say "${expected}", as the catalogue does.`, rebuild)
  }
  for (const offer of offersIn(home) as { price?: unknown }[]) {
    if (Math.round(Number(offer.price) * 100) !== priceCents)
      yield error(
        `The structured data offers the kit for ${offer.price}, the catalogue for ${priceCents / 100}.`,
        rebuild,
      )
  }
}

/** The ids that a link's fragment may mean: decoded, unless a % in it is no escape. */
function placesOf(fragment: string): string[] {
  try {
    return [fragment, decodeURIComponent(fragment)]
  } catch {
    return [fragment]
  }
}

/** Links between pages that lead to no page, or to no place on it. */
function* linkFindings(root: string, pages: Map<string, string>): Generator<Finding> {
  const broken = new Map<string, string>()
  for (const [page, html] of pages) {
    for (const [, target = ''] of html.matchAll(/<a\s[^>]*?href="([/#][^"]*)"/g)) {
      const [file = '', fragment = ''] = target.split('#')
      const address = file === '' ? page : (file.split('?')[0] ?? '')
      if (computed.test(address)) continue
      const there = pages.get(address)
      const isFile = there === undefined && existsSync(path.join(root, address)) && address !== '/'
      const isPlace = fragment === '' || placesOf(fragment).some((id) => there?.includes(`id="${id}"`))
      if (!isFile && (there === undefined || !isPlace)) broken.set(target, page)
    }
  }
  for (const [target, page] of broken)
    yield error(`${page} links to ${target}, which is not there.`, 'Correct the link in content/.')
}

/**
 * What is wrong with the pages as they were built.
 * @param root directory of the built site
 */
export function builtSiteFindings(root: string, config: Config, content: Content): Finding[] {
  const files = globSync('**/*.html', { cwd: root })
  const pages = new Map(files.map((file) => [addressOf(file), readFileSync(path.join(root, file), 'utf8')]))
  const home = pages.get('/')
  if (home === undefined) return [warning('The site is not built.', 'Run npm start, which builds it.')]
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(home)?.[1]
  const findings = [...priceFindings(home, content), ...linkFindings(root, pages)]
  if (canonical !== `${config.publicUrl}/`) {
    findings.push(
      warning(
        `The built pages name ${canonical} as their address, not ${config.publicUrl}/.`,
        `Right if visitors come there (VITE_SITE_URL). Otherwise: ${rebuild}`,
      ),
    )
  }
  return findings
}
