import Stripe from 'stripe'
import { stripeClient } from './client.ts'
import { toProviderError } from './errors.ts'
import { actedTypes } from './event-shape.ts'

/**
 * Checks the endpoint to which Stripe sends this shop's events. Returns its problems, one sentence each, for the launch check.
 * @param options.url the address of the shop's webhook
 * @throws ProviderError when Stripe does not answer, or the key may not read webhook endpoints
 */
export async function stripeEndpointProblems(options: {
  secretKey: string
  apiUrl: string | null
  url: string
}): Promise<string[]> {
  const { url } = options
  const endpoints = await stripeClient(options)
    .webhookEndpoints.list({ limit: 100 })
    .catch((error) => {
      throw toProviderError(error)
    })
  const matching = endpoints.data.filter((endpoint) => endpoint.url === url)
  if (matching.length === 0) return [`No webhook endpoint sends events to ${url}.`]
  const enabled = matching.filter(({ status }) => status === 'enabled')
  if (enabled.length === 0) return [`The webhook endpoint for ${url} is disabled.`]
  const sent = new Set<string>(enabled.flatMap((endpoint) => endpoint.enabled_events))
  const missing = sent.has('*') ? [] : [...actedTypes].filter((type) => !sent.has(type))
  const otherVersions = enabled.filter(({ api_version }) => api_version !== Stripe.API_VERSION)
  return [
    ...(missing.length > 0 ? [`The webhook endpoint does not send ${missing.join(', ')}.`] : []),
    ...otherVersions.map(({ api_version }) => {
      const used = api_version === null ? "the account's API version" : `API version ${api_version}`
      return `The webhook endpoint uses ${used}, but the shop uses ${Stripe.API_VERSION}.`
    }),
  ]
}
