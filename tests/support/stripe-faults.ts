import type { IncomingMessage } from 'node:http'
import type { InProcess } from '../../server/payments/stripe/client.ts'

/**
 * The faults that one request can have. Unless stated otherwise, the request has no effect, and its answer is not saved
 * under the idempotency key.
 * - `403`: the secret key lacks the permission.
 * - `429`: Stripe limits the rate.
 * - `500`: a server error. `500-saved`: Stripe saves the error under the idempotency key. `500-saved-after`: the same, but
 *   the request has had its effect.
 * - `gateway`, `foreign`: another server between the shop and Stripe answers, with status 503 or 200.
 * - `drop-before`, `drop-after`: the connection ends before or after the effect.
 * - `hang-before`, `hang-after`: no answer ever comes, before or after the effect.
 * - `trickle`: the request has its effect, and the answer arrives one byte at a time without an end.
 * - `until`: the answer waits for this promise. Meanwhile the idempotency key is in use.
 * - `error`: Stripe refuses the request with this error.
 */
export type Fault =
  | '403'
  | '429'
  | '500'
  | '500-saved'
  | '500-saved-after'
  | 'gateway'
  | 'foreign'
  | 'drop-before'
  | 'drop-after'
  | 'hang-before'
  | 'hang-after'
  | 'trickle'
  | { until: Promise<unknown> }
  | { status: number; error: { type: string; message: string; code?: string } }

/** Faults for future requests. Each is used once. */
export class Faults {
  readonly #waiting: { route: string; fault: Fault }[] = []

  /** @param route the method and the beginning of the path: `POST /v1/checkout/sessions` */
  add(route: string, ...faults: Fault[]): void {
    this.#waiting.push(...faults.map((fault) => ({ route, fault })))
  }

  take(method: string, path: string): Fault | null {
    const index = this.#waiting.findIndex(({ route }) => `${method} ${path}`.startsWith(route))
    return index < 0 ? null : (this.#waiting.splice(index, 1)[0]?.fault ?? null)
  }
}

const refusal = (status: number, error: Record<string, unknown>, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers })
/** A client must not retry a saved error by itself, because it would get the same answer. */
const failed = (isReplayed = false) =>
  refusal(
    500,
    { type: 'api_error', message: 'An unknown error occurred.' },
    {
      'stripe-should-retry': 'false',
      ...(isReplayed && { 'idempotent-replayed': 'true' }),
    },
  )

/** A body of one space after another, without an end. */
const endless = () =>
  new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      controller.enqueue(new TextEncoder().encode(' '))
    },
  })

/**
 * Puts faults before a server with Stripe's API. On a port, a dropped connection needs the server's own request.
 * @param spent the keys of saved errors
 */
export function withFaults(
  server: InProcess,
  faults: Pick<Faults, 'take'>,
  spent = new Set<string>(),
): (request: Request, incoming?: IncomingMessage) => Promise<Response> {
  const inUse = new Set<string>()
  const never = new Promise<never>(() => {})

  return async (request, incoming) => {
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    const fault = faults.take(request.method, new URL(request.url).pathname)
    const drop = () => {
      // Without a code. The SDK repeats a request after ECONNRESET, even if its retries are switched off.
      if (!incoming) throw new Error('socket hang up')
      incoming.socket.destroy()
      return never
    }
    switch (fault) {
      case '403':
        return refusal(403, {
          type: 'invalid_request_error',
          message: "Having the 'rak_charge_read' permission would allow this request to continue.",
        })
      case '429':
        return refusal(429, {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Too many requests.',
        })
      case '500':
        return refusal(500, { type: 'api_error', message: 'An unknown error occurred.' })
      case 'gateway':
        return Response.json({ message: 'Service Unavailable' }, { status: 503 })
      case 'foreign':
        return Response.json({})
      case 'drop-before':
        return drop()
      case 'hang-before':
        return never
    }
    if (fault && typeof fault === 'object' && 'error' in fault) return refusal(fault.status, fault.error)
    if (key && spent.has(key)) return failed(true)
    if (key && inUse.has(key))
      return refusal(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotent Key.',
      })
    if (key) inUse.add(key)
    try {
      if (fault && typeof fault === 'object') await fault.until
      if (key && (fault === '500-saved' || fault === '500-saved-after')) {
        spent.add(key)
        if (fault === '500-saved-after') await server(request)
        return failed()
      }
      const response = await server(request)
      if (fault === 'drop-after') return drop()
      if (fault === 'hang-after') return never
      return fault === 'trickle' ? new Response(endless(), response) : response
    } finally {
      if (key) inUse.delete(key)
    }
  }
}
