import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { isLoopback } from '../http/client-ip.ts'
import type { ReadinessCheck } from './readiness.ts'

/** Retry-After, in seconds. */
const retryAfter = '30'

/** Headers that a proxy adds. A request with one of them may come from another machine, even if the proxy runs on this one. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether the client is a program on this machine. The connection decides, not TRUST_PROXY. */
function isLocal(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return (
    isLoopback(incoming?.socket?.remoteAddress ?? '') &&
    forwardingHeaders.every((name) => c.req.header(name) === undefined)
  )
}

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
