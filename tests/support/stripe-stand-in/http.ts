import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StripeAccount } from './account.ts'
import type { Fault, Faults } from './faults.ts'
import type { Answer, IdempotencyKeys } from './idempotency.ts'
import { decodeForm, Refusal } from './parameters.ts'
import { route } from './routes.ts'

/** What a client has sent, for a test to look at. */
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
  /** Takes the events that calls cause. */
  emit: (type: string, object: object) => void
}

const failed: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred.' } },
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

/** Answers one request as Stripe would, unless a fault was set for it. */
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
  const isOurs = header(request, 'authorization') === `Bearer ${state.secretKey}`
  if (!isOurs) {
    const message = 'Invalid API Key provided.'
    return send({ status: 401, body: { error: { type: 'invalid_request_error', message } } })
  }

  const fault = state.faults.take(method, url.pathname)
  if (fault === '429') return send(limited)
  if (fault === '500') return send(failed)
  if (fault === 'drop-before') return void request.socket.destroy()
  if (fault === 'hang-before') return

  if (idempotencyKey) {
    try {
      const saved = state.keys.begin(idempotencyKey, `${method} ${url.pathname} ${body}`)
      if (saved) {
        const again: Record<string, string> = saved.status >= 500 ? { 'stripe-should-retry': 'false' } : {}
        return send(saved, { 'idempotent-replayed': 'true', ...again })
      }
    } catch (error) {
      return send(refusalAnswer(error))
    }
  }
  if (typeof fault === 'object' && fault) await new Promise((resolve) => setTimeout(resolve, fault.slow))

  const result = fault === '500-saved' ? failed : act()
  function act(): Answer {
    try {
      const form = decodeForm(body || url.search.slice(1))
      const baseUrl = url.origin
      return route(state.account, { method, path: url.pathname, form, baseUrl, now: state.now() }, state.emit)
    } catch (error) {
      return refusalAnswer(error)
    }
  }

  const final = fault === '500-saved-after' ? failed : result
  if (idempotencyKey) {
    if (final.status >= 400 && final.status < 500) state.keys.forget(idempotencyKey)
    else state.keys.save(idempotencyKey, final)
  }
  finish(fault, final)

  function finish(how: Fault | null, { status, body: json }: Answer) {
    if (how === 'drop-after') return void request.socket.destroy()
    if (how === 'hang-after') return
    if (how !== 'trickle')
      return send({ status, body: json }, status >= 500 ? { 'stripe-should-retry': 'false' } : {})
    response.writeHead(status, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(timer))
  }
}
