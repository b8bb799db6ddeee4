import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StripeAccount } from './account.ts'
import type { Faults } from './faults.ts'
import type { Answer, IdempotencyKeys } from './idempotency.ts'
import { decodeForm, Refusal } from './parameters.ts'
import { route } from './routes.ts'

/** A client's request, for tests to check. */
export interface RecordedRequest {
  method: string
  path: string
  body: string
  idempotencyKey: string | null
  apiVersion: string | null
}

export interface StandInState {
  account: StripeAccount
  keys: IdempotencyKeys
  faults: Faults
  requests: RecordedRequest[]
  secretKey: string
  now: () => number
  /** Called when the buyer presses Pay on the hosted page. */
  payHosted: (sessionId: string) => Promise<unknown>
  /** Called with each event that an API call causes. */
  emit: (type: string, object: object) => void
}

const failed: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred.' } },
}
const forbidden: Answer = {
  status: 403,
  body: {
    error: {
      type: 'invalid_request_error',
      message: "Having the 'rak_charge_read' permission would allow this request to continue.",
    },
  },
}
const limited: Answer = {
  status: 429,
  body: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } },
}

const refusalAnswer = (error: unknown): Answer => {
  if (error instanceof Refusal) return { status: error.status, body: error.body }
  throw error
}

const header = (request: IncomingMessage, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** Answers one request as Stripe does, unless a fault is set for it. */
export async function answer(
  state: StandInState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const method = request.method ?? 'GET'
  const idempotencyKey = method === 'POST' ? header(request, 'idempotency-key') : null
  state.requests.push({
    method,
    path: url.pathname,
    body: body || url.search.slice(1),
    idempotencyKey,
    apiVersion: header(request, 'stripe-version'),
  })

  const send = ({ status, body: json }: Answer, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test', ...headers })
    response.end(JSON.stringify(json))
  }
  if (url.pathname.startsWith('/c/pay/')) return hostedPage(state, url.pathname.slice(7), method, response)

  const hasValidKey = header(request, 'authorization') === `Bearer ${state.secretKey}`
  if (!hasValidKey) {
    const message = 'Invalid API Key provided.'
    return send({ status: 401, body: { error: { type: 'invalid_request_error', message } } })
  }

  const fault = state.faults.take(method, url.pathname)
  if (fault === '403') return send(forbidden)
  if (fault === '429') return send(limited)
  if (fault === '500') return send(failed)
  if (fault && typeof fault === 'object' && 'error' in fault)
    return send({ status: fault.status, body: { error: fault.error } })
  if (fault === 'gateway') return send({ status: 503, body: { message: 'Service Unavailable' } })
  if (fault === 'foreign') return send({ status: 200, body: {} })
  if (fault === 'drop-before') return void request.socket.destroy()
  if (fault === 'hang-before') return

  const finish = ({ status, body: json }: Answer, headers: Record<string, string>) => {
    if (fault === 'drop-after') return void request.socket.destroy()
    if (fault === 'hang-after') return
    const retry: Record<string, string> = status >= 500 ? { 'stripe-should-retry': 'false' } : {}
    if (fault !== 'trickle') return send({ status, body: json }, { ...headers, ...retry })
    response.writeHead(status, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }

  const { keys } = state
  if (idempotencyKey) {
    try {
      const saved = keys.begin(idempotencyKey, `${method} ${url.pathname} ${body}`)
      if (saved) return finish(saved, { 'idempotent-replayed': 'true' })
    } catch (error) {
      return finish(refusalAnswer(error), {})
    }
  }
  if (fault && typeof fault === 'object' && 'until' in fault) await fault.until

  const done = fault === '500-saved' ? failed : act(state, { method, url, body })
  const final = fault === '500-saved-after' ? failed : done
  if (idempotencyKey) {
    if (final.status >= 400 && final.status < 500) keys.forget(idempotencyKey)
    else keys.save(idempotencyKey, final)
  }
  finish(final, {})
}

function act(state: StandInState, request: { method: string; url: URL; body: string }): Answer {
  const { method, url, body } = request
  try {
    const form = decodeForm(body || url.search.slice(1))
    const call = { method, path: url.pathname, form, baseUrl: url.origin, now: state.now() }
    return route(state.account, call, state.emit)
  } catch (error) {
    return refusalAnswer(error)
  }
}

/** The hosted payment page, with only a button to pay. */
async function hostedPage(state: StandInState, id: string, method: string, response: ServerResponse) {
  const session = state.account.sessions.get(id)
  if (!session) return void response.writeHead(404).end()
  if (method === 'POST') {
    if (session.status === 'open') await state.payHosted(id)
    const location = session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)
    return void response.writeHead(303, { location }).end()
  }
  const price = (session.amount_total / 100).toFixed(2)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    `<!doctype html><title>Stripe stand-in</title><form method="post"><button>Pay $${price}</button></form>`,
  )
}
