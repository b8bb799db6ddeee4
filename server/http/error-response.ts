import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { messages } from '#content/messages.ts'
import { asShopError } from '../database/failure.ts'
import { ShopError } from '../errors.ts'
import { limitLog } from '../log/limited-log.ts'
import type { Log } from '../log/log.ts'
import { statusOf } from './error-status.ts'
import { errorPage, type Markup } from './page.ts'
import { isJson } from './read-fields.ts'
import { currentRequest } from './request-id.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Draws the posted form with its values. The error page shows it again, so that nothing typed is lost. */
    formAgain?: () => Markup
  }
}

/** Whether the response is for a person: a form was posted, or a browser opened the address. */
function isForPerson(c: Context): boolean {
  const type = c.req.header('content-type') ?? ''
  if (isJson(type)) return false
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)
  return isForm || (c.req.header('accept') ?? '').includes('text/html')
}

/** Retry-After of a 503, in seconds. A lock or a restart takes about this long. */
const unavailableSeconds = 30

/** Makes an error response: a page for people, `{error}` for programs. */
export async function errorResponse(
  c: Context,
  error: ShopError,
  headers: Record<string, string> = {},
): Promise<Response> {
  const status = statusOf(error)
  const response = isForPerson(c)
    ? await errorPage(error, {
        formAgain: c.get('formAgain')?.(),
        // Visitors can correct other errors themselves, so those need no reference to the log.
        reference: status >= 500 ? currentRequest() : undefined,
      })
    : Response.json({ error: error.message }, { status, headers: { 'cache-control': 'no-store' } })
  const retryAfter = error.retryAfter ?? (status === 503 ? unavailableSeconds : undefined)
  if (retryAfter !== undefined) response.headers.set('retry-after', String(retryAfter))
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** Whether the client disconnected before its request was complete. This is not an error of the shop. */
function hasHungUp(c: Context): boolean {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  return incoming?.destroyed === true && !incoming.complete
}

/**
 * Creates the error handler of the app. It shows the message of a `ShopError`, and a general message for any other error.
 * The log gets the pattern of the path, because the path itself can contain a token.
 */
export function createErrorHandler(log: Log, now: () => number) {
  // Strangers can cause these lines at will.
  const limited = limitLog(log, now)
  return (error: unknown, c: Context): Promise<Response> => {
    const route = routePath(c)
    if (!(error instanceof ShopError) && hasHungUp(c)) {
      limited.info('request aborted', { method: c.req.method, route })
      return errorResponse(c, new ShopError('bad_input', 'The request ended too early.'))
    }
    const known = error instanceof ShopError ? error : asShopError(error)
    if (!known) {
      limited.error('request crashed', { method: c.req.method, route, error })
      return errorResponse(c, new ShopError('crashed', messages.crashed))
    }
    const status = statusOf(known)
    if (status >= 500) limited.warn('request failed', { code: known.code, route, error: known })
    else if ([403, 409, 413, 429].includes(status))
      limited.warn('request.refused', { code: known.code, route })
    return errorResponse(c, known)
  }
}
