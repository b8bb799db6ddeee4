import Stripe from 'stripe'

/**
 * The API version that this SDK's types describe. With an SDK for another version, this does not compile, so somebody checks the
 * shapes of the events before the shop uses that version.
 */
const apiVersion = '2026-10-28.endive'

/** How long calls may take, in ms. */
export interface TimeLimits {
  /** One attempt. */
  attempt: number
  /** A call of the port with all its attempts. */
  total: number
  /** How many times the SDK repeats a failed attempt, after half a second to a second; 1 by default. */
  retries?: number
}

/** Two attempts and the half second between them fit into the 8 s that the port allows for a new session. */
export const defaultLimits: TimeLimits = { attempt: 3500, total: 7900 }

/**
 * An HTTP client that accepts only Stripe's objects. The SDK accepts any JSON without an `error` as the requested object, even
 * from a gateway with an error status. Each of Stripe's objects names its type (docs.stripe.com/api). This client reports an
 * answer without a type as a server error.
 */
function strictHttpClient(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    const toJSON = response.toJSON.bind(response)
    response.toJSON = async () => {
      const json: { error?: unknown; object?: unknown } | null = await toJSON()
      if (json?.error || typeof json?.object === 'string') return json
      return {
        error: {
          type: 'api_error',
          message: `HTTP ${response.getStatusCode()} without one of Stripe's objects`,
        },
      }
    }
    return response
  }
  return client
}

/** A server with Stripe's API in this process. */
export type InProcess = (request: Request) => Response | Promise<Response>

/**
 * The SDK's transport to a server in this process. At its time limit, the SDK aborts a signal that such a server does not read,
 * so the wait ends here. The server's work goes on, as it would at Stripe.
 */
function inProcessClient(server: InProcess): Stripe.HttpClient {
  return Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) => {
    const signal = init?.signal
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    return Promise.race([server(new Request(url, init)), aborted])
  })
}

/** How Stripe's API is reached. */
export interface StripeAccess {
  secretKey: string
  /** The address of another server with Stripe's API; null: Stripe's own. */
  apiUrl: string | null
  /** Answers all requests instead of the network. */
  server?: InProcess
}

/** Creates the official SDK, which retries a failed call once, with the same idempotency key. */
export function stripeClient({ secretKey, apiUrl, server }: StripeAccess, limits = defaultLimits): Stripe {
  const url = apiUrl ? new URL(apiUrl) : null
  const protocol = url?.protocol === 'http:' ? 'http' : 'https'
  return new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: limits.retries ?? 1,
    timeout: limits.attempt,
    telemetry: false,
    httpClient: strictHttpClient(server ? inProcessClient(server) : Stripe.createNodeHttpClient()),
    ...(url && {
      host: url.hostname,
      port: url.port || (protocol === 'http' ? 80 : 443),
      protocol,
    }),
  })
}
