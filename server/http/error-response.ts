import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { routePath } from 'hono/route'
import { downloads } from '#content/downloads.ts'
import { messages } from '#content/messages.ts'
import { asShopError } from '../database/failure.ts'
import { type ErrorCode, ShopError } from '../errors.ts'
import { limitLog } from '../log/limited-log.ts'
import type { Log } from '../log/log.ts'
import { help, type Markup, page } from './page.ts'
import { isJson } from './read-fields.ts'
import { currentRequest } from './request-id.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Draws the posted form with its values. The error page shows it again, so that nothing typed is lost. */
    formAgain?: () => Markup
  }
}

/** The HTTP status of each error code (RFC 9110 §15). 5xx makes the payment provider send its event again. */
const statuses: Record<ErrorCode, number> = {
  bad_input: 400,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  crashed: 500,
  provider_failed: 502,
  event_incomplete: 503,
  unavailable: 503,
}

export const httpStatusOf = (error: { code: ErrorCode }): number => statuses[error.code]

const titles: Record<ErrorCode, string> = messages.headings

/**
 * The page for an error: what happened, what to do, and a link to continue.
 * @param more `formAgain`: the form that failed, as it was filled in; `reference`: the id of the request in the log
 */
export function errorPage(
  error: ShopError,
  { formAgain, reference }: { formAgain?: Markup | undefined; reference?: string | undefined } = {},
): Promise<Response> {
  const title = titles[error.code]
  return page({
    title,
    status: httpStatusOf(error),
    body: html`<h1>${title}</h1>
<p class="lead" id="problem">${error.message}</p>
${error.remedy ? html`<p>${error.remedy}</p>` : ''}
${formAgain ?? html`<p class="actions"><a class="button button-secondary" href="/">${downloads.back}</a></p>`}
${help}${reference ? html`<p class="small">${messages.reference} ${reference}</p>` : ''}`,
  })
}

/** Whether the response is for a person: a form was posted, or a browser opened the address. */
function isForPerson(c: Context): boolean {
  if (isJson(c)) return false
  const type = c.req.header('content-type') ?? ''
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
  const status = httpStatusOf(error)
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
    const status = httpStatusOf(known)
    if (status >= 500) limited.warn('request failed', { code: known.code, route, error: known })
    else if ([403, 409, 413, 429].includes(status))
      limited.warn('request.refused', { code: known.code, route })
    return errorResponse(c, known)
  }
}
