import type { IncomingHttpHeaders } from 'node:http'
import { sql, type Transaction } from 'kysely'
import { pages } from '../../contract/paths.ts'
import type { Config } from '../config/env.ts'
import type { Schema } from '../database/schema.ts'

/** The most sources that one day has. Anybody can send a made-up Referer, so the rest counts together. */
export const mostSources = 200

/** The most sources that one network adds to a day. Somebody who sends made-up sources must not use up those of the others. */
const mostOfNetwork = 10

/** The name of the rest. It has no dot and no `=`, so no source has it. */
export const otherSources = 'other'

/** The longest name of a source, in characters. */
const longestName = 60

const withoutWww = (host: string) => host.replace(/^www\./, '')

/** The host of a website, or null. Hosts without a dot are in somebody's own network. */
function hostOf(referer: string): string | null {
  const url = URL.canParse(referer) ? new URL(referer) : null
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = withoutWww(url.hostname)
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) && host.length <= longestName ? host : null
}

/** The value of `utm_source` in one spelling, or null. An address of a person is no source. */
function campaignOf(query: string): string | null {
  const value = new URLSearchParams(query).get('utm_source')?.normalize('NFKC').toLowerCase() ?? ''
  if (value.includes('@')) return null
  const name = value
    .split(/[^\p{L}\p{N}._]+/u)
    .filter(Boolean)
    .join('-')
  return [...name].slice(0, longestName).join('') || null
}

/** Reads from a request where its visitor came from. */
export function createSourceReader({ publicUrl, siteUrl }: Pick<Config, 'publicUrl' | 'siteUrl'>) {
  const ownHosts = [publicUrl, siteUrl].map((url) => withoutWww(new URL(url).hostname))
  /** @returns the host of the website with the link, and the `utm_source` of the address; each, both or none */
  return (page: string, headers: IncomingHttpHeaders, query: string): string[] => {
    // Buyers come to this page from the payment page, which is no source.
    if (page.startsWith(pages.paymentSuccess)) return []
    const host = hostOf(headers.referer ?? '')
    const campaign = campaignOf(query)
    return [
      ...(host && !ownHosts.includes(host) ? [host] : []),
      ...(campaign ? [`utm_source=${campaign}`] : []),
    ]
  }
}

/**
 * Decides which sources of a day count by name: those that somebody has come from already, and new ones within the limits. It keeps
 * the network that was the first with a source in memory, for that day.
 */
export function createSourceLimits() {
  let today: number | undefined
  const firstNetworks = new Map<string, string>()
  /** @param day any number that is the same all day */
  return (day: number, source: string, network: string): boolean => {
    if (day !== today) firstNetworks.clear()
    today = day
    if (firstNetworks.has(source)) return true
    const ofNetwork = [...firstNetworks.values()].filter((first) => first === network)
    if (firstNetworks.size >= mostSources || ofNetwork.length >= mostOfNetwork) return false
    firstNetworks.set(source, network)
    return true
  }
}

/** Adds views to the totals of a source and day. A day with `mostSources` sources takes no new one. */
export async function addSourceViews(
  trx: Transaction<Schema>,
  counts: { day: number; name: string; views: number }[],
): Promise<void> {
  for (const [day, ofDay] of Map.groupBy(counts, (count) => count.day)) {
    const stored = await trx.selectFrom('view_sources').select('source').where('day', '=', day).execute()
    const known = new Set(stored.map(({ source }) => source))
    for (const { name, views } of ofDay) {
      const source = known.has(name) || known.size < mostSources ? name : otherSources
      known.add(source)
      await trx
        .insertInto('view_sources')
        .values({ id: `${day} ${source}`, day, source, views })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ views: sql`view_sources.views + excluded.views` }),
        )
        .execute()
    }
  }
}
