import { Hono } from 'hono'
import { isLocal } from '../http/client.ts'
import type { ReadinessCheck } from './readiness.ts'

/** Retry-After, in seconds. */
const retryAfter = '30'

/**
 * GET /healthz: whether the process answers. GET /readyz: whether the shop can sell, as 200 or 503 from the last background
 * check. The public gets no details. A program on this machine also gets the results of the parts.
 */
export function health(readiness: Pick<ReadinessCheck, 'latest'>): Hono {
  return new Hono()
    .get('/healthz', (c) => c.json({ alive: true }, 200, { 'cache-control': 'no-store' }))
    .get('/readyz', (c) => {
      const result = readiness.latest()
      const ready = result?.ready ?? false
      const details = result ?? { ready, starting: true }
      c.header('cache-control', 'no-store')
      if (!ready) c.header('retry-after', retryAfter)
      return c.json(isLocal(c) ? details : { ready }, ready ? 200 : 503)
    })
}
