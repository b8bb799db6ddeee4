import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { isUnavailable } from '../database/check-writes.ts'
import { ShopError } from '../errors.ts'
import { limitLog } from '../log/limited-log.ts'
import type { Log } from '../log/log.ts'
import { errorPage, type Markup } from './page.ts'
import { isJson } from './read-fields.ts'
import { currentRequest } from './request-id.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The posted form as it was filled in: the page of a failure shows it again, so that nothing typed is lost. */
    formAgain?: Markup
  }
}

/** Whether a person looks at the answer: a form was posted, or a browser opened the address. */
function isForPerson(c: Context): boolean {
  const type = c.req.header('content-type') ?? ''
  if (isJson(type)) return false
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)
  return isForm || (c.req.header('accept') ?? '').includes('text/html')
}

/** When to try again after a 503, in seconds: a lock, a full database or a restart takes about as long. */
const unavailableSeconds = 30

/** A failure as its reader expects it: a page for people, `{error}` for programs. */
export async function errorResponse(
  c: Context,
  error: ShopError,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = isForPerson(c)
    ? await errorPage(error, {
        formAgain: c.get('formAgain'),
        // A visitor can correct other failures alone, and needs nothing from the log.
        reference: error.status >= 500 ? currentRequest() : undefined,
      })
    : Response.json(
        { error: error.message },
        { status: error.status, headers: { 'cache-control': 'no-store' } },
      )
  const retryAfter = error.retryAfter ?? (error.status === 503 ? unavailableSeconds : undefined)
  if (retryAfter !== undefined) answer.headers.set('retry-after', String(retryAfter))
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}

/** Whether the client went away before its request was whole: nobody reads the answer, and nothing is wrong here. */
function hasHungUp(c: Context): boolean {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  return incoming?.destroyed === true && !incoming.complete
}

/**
 * The last resort of every function: a ShopError is told as it is, anything else is logged and told in words
 * that give nothing away. The path is logged as its pattern, since the real one can hold a token.
 */
export function answerError(log: Log, now: () => number = Date.now) {
  const limited = limitLog(log, now)
  return (error: unknown, c: Context): Promise<Response> => {
    if (error instanceof ShopError) {
      if (error.status >= 500) log.warn('request failed', { code: error.code, route: routePath(c), error })
      // Anybody can cause these as often as they like.
      else if ([403, 409, 429].includes(error.status))
        limited.warn('request.refused', { code: error.code, route: routePath(c) })
      return errorResponse(c, error)
    }
    if (hasHungUp(c)) {
      log.info('request broken off', { method: c.req.method, route: routePath(c) })
      return errorResponse(c, new ShopError('bad_input', 400, 'The request ended too early.'))
    }
    if (isUnavailable(error)) {
      log.warn('request failed', { code: 'unavailable', route: routePath(c), error })
      const message = 'The shop cannot do this right now. Please try again in a minute.'
      return errorResponse(c, new ShopError('unavailable', 503, message))
    }
    log.error('request crashed', { method: c.req.method, route: routePath(c), error })
    return errorResponse(
      c,
      new ShopError('unavailable', 500, 'Something went wrong on our side. Please try again later.'),
    )
  }
}
