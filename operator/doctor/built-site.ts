import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { formatUsd, openingPrices } from '../../contract/money.ts'
import type { Config } from '../../server/env.ts'
import type { Content } from './content.ts'
import { error, type Finding, warning } from './finding.ts'

/** Computed by the server, so no file of the build. */
const computed = /^\/(functions|sandbox)\//

/** Stands for wherever the pages are served. */
const origin = 'http://shop'

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

/** Links between pages that lead to no page, or to no place on it. */
function* linkFindings(root: string, pages: Map<string, string>): Generator<Finding> {
  const broken = new Map<string, string>()
  for (const [page, html] of pages) {
    for (const [, value = ''] of html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
      const target = unescaped(value)
      // As a browser reads it: from the page that it stands on, with spaces and letters like ä encoded.
      const url = URL.parse(target, origin + page)
      if (!url) broken.set(target, page)
      if (url?.origin !== origin || computed.test(url.pathname)) continue
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
