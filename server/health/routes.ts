import { stat } from 'node:fs/promises'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { checkWrites } from '../database/check-writes.ts'
import type { Schema } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkUnchanged } from '../downloads/kit.ts'
import { isLocal } from '../http/client.ts'
import { isWorthLogging } from '../log/limited-log.ts'
import { within } from '../timing/within.ts'

/** How long a result is used, in ms: with the time of the checks, a balancer learns within ten seconds what has changed. */
const longestLife = 8000
/** The time limit of a check, in ms. */
const checkLimit = 2000
/** Retry-After, in seconds. */
const retryAfter = '30'

interface Result {
  ok: boolean
  problem?: string
}

/**
 * GET /healthz: whether the process answers. GET /readyz: whether the shop can sell, as 200 or 503. Many requests cause one check. The
 * public gets no details. A program on this machine also gets the results of the parts.
 * @param elapsed ms since any moment. It must not jump when the clock is set
 */
export function health(
  { database, kit, log, now }: Dependencies,
  elapsed = (): number => performance.now(),
): Hono {
  const parts = {
    database: () => checkWrites(database, now()),
    kit: async () => checkUnchanged(kit, await stat(kit.path)),
    async mail() {
      // Anybody can ask for a link, and the public sees whether the shop is ready. It must not say whether the address has an order.
      const late = lateMails(database, now()).where('kind', '!=', 'link').limit(1)
      if (await late.executeTakeFirst()) throw new Error('A mail has waited for 15 minutes.')
    },
  }
  /** How often each part has failed in a row. */
  const failures = new Map<string, number>()

  async function check([part, test]: [string, () => Promise<unknown>]): Promise<[string, Result]> {
    try {
      await within(checkLimit, test(), () => new Error(`no answer within ${checkLimit} ms`))
      failures.delete(part)
      return [part, { ok: true }]
    } catch (error) {
      const count = (failures.get(part) ?? 0) + 1
      failures.set(part, count)
      // A fault that lasts must not fill the log. The details are not for the response.
      if (isWorthLogging(count)) log.warn('not ready', { part, error, failures: count })
      return [part, { ok: false, problem: `The ${part} check failed; the log says why.` }]
    }
  }

  async function checkAll() {
    const results = await Promise.all(Object.entries(parts).map(check))
    return { ready: results.every(([, { ok }]) => ok), checks: Object.fromEntries(results) }
  }

  let last = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve({ ready: false, checks: {} }) }
  return new Hono()
    .use(async (c, next) => {
      c.header('cache-control', 'no-store')
      return next()
    })
    .get('/healthz', (c) => c.json({ alive: true }))
    .get('/readyz', async (c) => {
      if (elapsed() - last.at >= longestLife) last = { at: elapsed(), result: checkAll() }
      const result = await last.result
      if (!result.ready) c.header('retry-after', retryAfter)
      return c.json(isLocal(c) ? result : { ready: result.ready }, result.ready ? 200 : 503)
    })
}

/** A mail that waits longer than this is late, in ms. Most outages of a mail server are shorter. */
const lateAfter = 15 * 60_000

/**
 * The query for queued mail that is late, oldest first.
 * @param now ms since 1970
 */
export const lateMails = (database: Kysely<Schema>, now: number) =>
  database
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'queued')
    .where('created_at', '<', now - lateAfter)
    .orderBy('created_at')
