import type { IncomingHttpHeaders } from 'node:http'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { clientAddress } from '../http/client-ip.ts'
import { clientNetwork } from '../http/client-network.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { addSourceViews, createSourceLimits, createSourceReader, otherSources } from './view-sources.ts'

const day = 86_400_000

/** The pause between two writes, in ms. If the process is killed, the views since the last write are lost. */
const writeEvery = 60_000

/** Names of programs in the user agent. A program that pretends to be a browser counts as a person. */
const programs =
  /bot\b|bot\/|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|java\/|go-http|axios|node/i

/**
 * Whether a person has opened a page with this request. Every current browser marks a navigation as the fetch of a document
 * (https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header). A prefetched page (`Sec-Purpose`) may never be seen.
 */
function isPageView(headers: IncomingHttpHeaders): boolean {
  return (
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-purpose'] === undefined &&
    !programs.test(headers['user-agent'] ?? 'bot')
  )
}

interface Count {
  day: number
  /** A page or a source. */
  name: string
  views: number
}

/** Counts in memory, by day and name. */
function createTally() {
  let counts = new Map<string, Count>()
  return {
    add(count: Count) {
      const id = `${count.day} ${count.name}`
      const existing = counts.get(id)
      if (existing) existing.views += count.views
      else counts.set(id, { ...count })
    },
    takeAll(): Count[] {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
  }
}

/** Adds views to the totals of their day. Several servers may call it at the same time. */
async function addPageViews(trx: Transaction<Schema>, counts: Count[]): Promise<void> {
  for (const { day, name: page, views } of counts) {
    await trx
      .insertInto('page_views')
      .values({ id: `${day} ${page}`, day, page, views })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ views: sql`page_views.views + excluded.views` }),
      )
      .execute()
  }
}

interface ViewCounter {
  /**
   * Counts a request in memory if it is a page view.
   * @param page its address
   * @param query the rest of the address, such as `?utm_source=mail`
   * @param peer the address at the other end of the connection
   */
  count(page: string, headers: IncomingHttpHeaders, query?: string, peer?: string): void
  /** Writes all counts in one transaction. If that fails, the next call writes them. */
  write(): Promise<void>
}

/**
 * Counts how often each page is viewed, and from where, by day in UTC. It stores only totals, which identify no visitor.
 */
export function createViewCounter({
  config,
  database,
  now,
}: Pick<Dependencies, 'config' | 'database' | 'now'>): ViewCounter {
  const [pages, sources] = [createTally(), createTally()]
  const sourcesOf = createSourceReader(config)
  const isWithinLimits = createSourceLimits()
  return {
    count(page, headers, query = '', peer = '') {
      if (!isPageView(headers)) return
      const today = Math.floor(now() / day) * day
      pages.add({ day: today, name: page, views: 1 })
      const forwarded = headers['x-forwarded-for'] as string | undefined
      const network = clientNetwork(clientAddress(peer, forwarded, config.trustProxy))
      for (const source of sourcesOf(page, headers, query)) {
        const name = isWithinLimits(today, source, network) ? source : otherSources
        sources.add({ day: today, name, views: 1 })
      }
    },
    async write() {
      const [viewed, came] = [pages.takeAll(), sources.takeAll()]
      if (viewed.length === 0) return
      try {
        await transaction(database, async (trx) => {
          await addPageViews(trx, viewed)
          await addSourceViews(trx, came)
        })
      } catch (error) {
        for (const count of viewed) pages.add(count)
        for (const count of came) sources.add(count)
        throw error
      }
    },
  }
}

/** Writes the counts every minute, and a last time when it stops. */
export function startViewCounter(counter: ViewCounter, log: Dependencies['log']): Loop {
  const event = 'page_views.failed'
  const loop = startLoop(() => counter.write(), { pauseMs: writeEvery, log, event })
  return {
    async stop() {
      await loop.stop()
      await counter.write().catch((error) => log.error(event, { error }))
    },
  }
}
