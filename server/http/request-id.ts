import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareHandler } from 'hono'
import type { Log } from '../log/log.ts'

const current = new AsyncLocalStorage<string>()

/** The id of the current request, or undefined outside of a request. */
export const currentRequest = (): string | undefined => current.getStore()

/** Gives each request an id. It is in the X-Request-Id header and in every line that `withRequestId` logs. */
export const assignRequestId: MiddlewareHandler = (c, next) => {
  const id = crypto.randomUUID()
  return current.run(id, async () => {
    await next()
    c.res.headers.set('x-request-id', id)
  })
}

/** The same log, with the id of the current request in each line. */
export function withRequestId(log: Log): Log {
  const named = (details: Record<string, unknown> = {}) => {
    const request = currentRequest()
    return request === undefined ? details : { ...details, request }
  }
  return {
    info: (event, details) => log.info(event, named(details)),
    warn: (event, details) => log.warn(event, named(details)),
    error: (event, details) => log.error(event, named(details)),
  }
}
