import type { IncomingHttpHeaders } from 'node:http'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Loop, startLoop } from '../timing/loop.ts'

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

/** Adds views to the totals of their day. Several servers may call it at the same time. */
async function addViews(database: Kysely<Schema>, views: { day: number; page: string; views: number }[]) {
  await transaction(database, async (trx) => {
    for (const count of views) {
      await trx
        .insertInto('page_views')
        .values({ id: `${count.day} ${count.page}`, ...count })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ views: sql`page_views.views + excluded.views` }),
        )
        .execute()
    }
  })
}

export interface ViewCounter {
  /** Counts a request in memory if it is a page view. @param page its address */
  count(page: string, headers: IncomingHttpHeaders): void
  /** Writes the counts of all pages in one transaction. If that fails, the next call writes them. */
  write(): Promise<void>
}

/** Counts how often each page is viewed, by day in UTC. It stores only totals, which identify no visitor. */
export function createViewCounter({ database, now }: Pick<Dependencies, 'database' | 'now'>): ViewCounter {
  let counts = new Map<string, { day: number; page: string; views: number }>()
  const add = (count: { day: number; page: string; views: number }) => {
    const id = `${count.day} ${count.page}`
    const existing = counts.get(id)
    if (existing) existing.views += count.views
    else counts.set(id, { ...count })
  }
  return {
    count(page, headers) {
      if (!isPageView(headers)) return
      add({ day: Math.floor(now() / day) * day, page, views: 1 })
    },
    async write() {
      const written = [...counts.values()]
      if (written.length === 0) return
      counts = new Map()
      try {
        await addViews(database, written)
      } catch (error) {
        for (const count of written) add(count)
        throw error
      }
    },
  }
}

/** Writes the counts every minute, and a last time when it stops. */
export function startViewCounter(counter: ViewCounter, log: Dependencies['log']): Loop {
  const failed = (error: unknown) => log.error('page_views.failed', { error })
  const loop = startLoop(() => counter.write(), { pauseMs: writeEvery, failed })
  return {
    async stop() {
      await loop.stop()
      await counter.write().catch(failed)
    },
  }
}
