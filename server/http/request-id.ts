import { tryGetContext } from 'hono/context-storage'
import type { RequestIdVariables } from 'hono/request-id'
import type { Log } from '../log/log.ts'

/** The id of the current request, or undefined outside of a request. `hono/request-id` makes it (`server/app.ts`). */
export const currentRequest = (): string | undefined =>
  tryGetContext<{ Variables: RequestIdVariables }>()?.var.requestId

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
