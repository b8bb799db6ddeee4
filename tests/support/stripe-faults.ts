import type { InProcess } from '../../server/payments/stripe/client.ts'

/** A request that has a fault. */
interface Attempt {
  /** Lets the request have its effect. @param until the answer waits for it, and the idempotency key is in use meanwhile */
  answer(until?: Promise<unknown>): Promise<Response>
  /** Saves an error under the idempotency key, and answers with it. */
  saveError(): Response
}

/** What a client gets for a request. If it throws, the connection ends. */
export type Fault = (attempt: Attempt) => Promise<Response>

const refusal = (status: number, error: object, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers })

/** Stripe refuses the request with an error. */
export const refuse =
  (status: number, error: { type: string; message: string; code?: string }): Fault =>
  async () =>
    refusal(status, error)

const unknownError = { type: 'api_error', message: 'An unknown error occurred.' }
/** A client must not retry a saved error by itself, because it would get the same answer. */
const savedError = (isReplayed = false) =>
  refusal(500, unknownError, {
    'stripe-should-retry': 'false',
    ...(isReplayed && { 'idempotent-replayed': 'true' }),
  })

function endConnection(): never {
  // Without a code. The SDK repeats a request after ECONNRESET, even if its retries are switched off.
  throw new Error('socket hang up')
}
const never = () => new Promise<never>(() => {})

/** A body of one space after another, without an end. */
const endless = () =>
  new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      controller.enqueue(new TextEncoder().encode(' '))
    },
  })

/** Unless its name ends in `after`, a fault leaves the request without an effect. */
export const faults = {
  refused: refuse(400, { type: 'invalid_request_error', message: 'refused' }),
  /** The secret key lacks the permission. */
  forbidden: refuse(403, {
    type: 'invalid_request_error',
    message: "Having the 'rak_charge_read' permission would allow this request to continue.",
  }),
  'too many': refuse(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Too many requests.',
  }),
  'server error': refuse(500, unknownError),
  /** Stripe saves the error under the idempotency key. */
  saved: async ({ saveError }) => saveError(),
  'saved after': async ({ answer, saveError }) => {
    await answer()
    return saveError()
  },
  /** Another server between the shop and Stripe answers. */
  gateway: async () => Response.json({ message: 'Service Unavailable' }, { status: 503 }),
  foreign: async () => Response.json({}),
  lost: async () => endConnection(),
  'lost after': async ({ answer }) => {
    await answer()
    return endConnection()
  },
  silent: never,
  'silent after': async ({ answer }) => {
    await answer()
    return never()
  },
  'endless after': async ({ answer }) => new Response(endless(), await answer()),
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

/**
 * Puts faults before a server with Stripe's API, and its rules for idempotency keys that have no answer yet.
 * @param spentKeys the keys of saved errors
 */
export function withFaults(
  server: InProcess,
  faultOf: (request: Request, key: string | null) => Fault | null,
  spentKeys: Set<string>,
): (request: Request) => Promise<Response> {
  const inUse = new Set<string>()
  return async (request) => {
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    async function answer(until?: Promise<unknown>): Promise<Response> {
      if (key && spentKeys.has(key)) return savedError(true)
      if (key && inUse.has(key))
        return refusal(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: 'There is currently another in-progress request using this Idempotent Key.',
        })
      if (key) inUse.add(key)
      try {
        await until
        return await server(request)
      } finally {
        if (key) inUse.delete(key)
      }
    }
    function saveError(): Response {
      if (key) spentKeys.add(key)
      return savedError()
    }
    const fault = faultOf(request, key)
    return fault ? fault({ answer, saveError }) : answer()
  }
}
