import type { IncomingHttpHeaders } from 'node:http'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Loop, startLoop } from '../timing/loop.ts'

const day = 86_400_000

/** Pause between two writes, in ms. If the process is killed, the views since the last write are lost. */
const writeEvery = 60_000

/** Names of programs in the user agent. A program that calls itself a browser is counted as one. */
const programs =
  /bot\b|bot\/|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|java\/|go-http|axios|node/i

/**
 * Whether a request is a person who opens a page. Every current browser marks a navigation as the fetch of a document
 * (https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header). A prefetched page (`Sec-Purpose`) may never be seen.
 */
function isPageView(headers: IncomingHttpHeaders): boolean {
  return (
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-purpose'] === undefined &&
    !programs.test(headers['user-agent'] ?? 'bot')
  )
}

/** Adds views to the totals of their day. Several servers may do so at the same time. */
async function addViews(database: Kysely<Schema>, views: { day: number; page: string; views: number }[]) {
  await transaction(database, async (trx) => {
    for (const one of views) {
      await trx
        .insertInto('page_views')
        .values({ id: `${one.day} ${one.page}`, ...one })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ views: sql`page_views.views + excluded.views` }),
        )
        .execute()
    }
  })
}

export interface ViewCounter {
  /** Counts a request in memory if it is a page view. @param page its address */
  note(page: string, headers: IncomingHttpHeaders): void
  /** Writes the counts of all pages in one transaction. If that fails, they are kept for the next time. */
  write(): Promise<void>
}

/** Counts how often each page is viewed, by day in UTC. It stores only totals, which identify no visitor. */
export function createViewCounter({ database, now }: Pick<Dependencies, 'database' | 'now'>): ViewCounter {
  let counts = new Map<string, { day: number; page: string; views: number }>()
  const add = (one: { day: number; page: string; views: number }) => {
    const id = `${one.day} ${one.page}`
    const before = counts.get(id)
    if (before) before.views += one.views
    else counts.set(id, { ...one })
  }
  return {
    note(page, headers) {
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
        for (const one of written) add(one)
        throw error
      }
    },
  }
}

/** Writes the counts every minute, and once more at the end. */
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
