import Stripe from 'stripe'

/**
 * The version that this SDK's types describe. An SDK with another version fails to compile here, so that the
 * shapes are read again before the shop speaks it.
 */
const apiVersion = '2026-10-28.endive'

/** How long calls may take, in ms. */
export interface TimeLimits {
  /** One attempt. */
  attempt: number
  /** A call of the port with all its attempts. */
  total: number
}

/** Two attempts and the half second between them fit into the 8 s that the port promises for a new session. */
export const defaultLimits: TimeLimits = { attempt: 3500, total: 7900 }

/**
 * The official SDK, which repeats a failed call once, with the same idempotency key.
 * @param apiUrl another place that speaks Stripe's API, for tests; null: Stripe's own
 */
export function stripeClient(secretKey: string, apiUrl: string | null, limits = defaultLimits): Stripe {
  const url = apiUrl ? new URL(apiUrl) : null
  const protocol = url?.protocol === 'http:' ? 'http' : 'https'
  return new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 1,
    timeout: limits.attempt,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (protocol === 'http' ? 80 : 443),
      protocol,
    }),
  })
}
