import Stripe from 'stripe'
import { ShopError } from '../../errors.ts'
import { type StripeAccess, stripeClient } from './client.ts'
import { throwProviderError } from './errors.ts'
import { actedTypes } from './event-shape.ts'

interface Options extends StripeAccess {
  /** The address of the shop's webhook. */
  url: string
}

const create = 'npm run shop -- webhook create'

/** What an endpoint needs, for a seller who makes it in the dashboard. */
const byHand = `In the dashboard, choose API version ${Stripe.API_VERSION} and these events: ${[...actedTypes].join(', ')}.`

/** @throws ProviderError when Stripe does not answer, or the key may not read webhook endpoints */
async function endpointsOf(options: Options): Promise<Stripe.WebhookEndpoint[]> {
  const { data } = await stripeClient(options).webhookEndpoints.list({ limit: 100 }).catch(throwProviderError)
  return data.filter((endpoint) => endpoint.url === options.url)
}

/**
 * Checks the endpoint to which Stripe sends this shop's events, for the launch check.
 * @returns what is wrong, and what to do about it
 * @throws ProviderError when Stripe does not answer, or the key may not read webhook endpoints
 */
export async function stripeEndpointProblems(options: Options): Promise<{ what: string; remedy: string }[]> {
  const { url } = options
  const matching = await endpointsOf(options)
  if (matching.length === 0) {
    const what = `No webhook endpoint sends events to ${url}.`
    return [{ what, remedy: `${create} makes it and prints its secret. ${byHand}` }]
  }
  const enabled = matching.filter(({ status }) => status === 'enabled')
  if (enabled.length === 0)
    return [
      { what: `The webhook endpoint for ${url} is disabled.`, remedy: "Enable it in Stripe's dashboard." },
    ]
  const sent = new Set<string>(enabled.flatMap((endpoint) => endpoint.enabled_events))
  const missing = sent.has('*') ? [] : [...actedTypes].filter((type) => !sent.has(type))
  const otherVersions = enabled.filter(({ api_version }) => api_version !== Stripe.API_VERSION)
  return [
    ...(missing.length > 0
      ? [
          {
            what: `The webhook endpoint does not send ${missing.join(', ')}.`,
            remedy: "Add these events to it in Stripe's dashboard.",
          },
        ]
      : []),
    ...otherVersions.map(({ api_version }) => {
      const used = api_version === null ? "the account's API version" : `API version ${api_version}`
      return {
        what: `The webhook endpoint uses ${used}, but the shop uses ${Stripe.API_VERSION}.`,
        remedy: `An endpoint keeps its version. Delete it in Stripe's dashboard. Then ${create} makes another one, with a new secret.`,
      }
    }),
  ]
}

/**
 * Makes the endpoint to which Stripe sends this shop's events: the events that the shop acts on, in the version that it reads.
 * @returns the id of the endpoint and its signing secret, which Stripe tells only here
 * @throws ShopError `conflict` if there is one for this address; ProviderError when Stripe does not answer, or the key may not
 * write webhook endpoints
 */
export async function createStripeEndpoint(options: Options): Promise<{ id: string; secret: string }> {
  const [existing] = await endpointsOf(options)
  if (existing) {
    throw new ShopError('conflict', `Stripe already has an endpoint for ${options.url}: ${existing.id}.`, {
      remedy:
        "Its signing secret is in Stripe's dashboard, under Webhooks: set STRIPE_WEBHOOK_SECRET to it. npm run shop -- doctor checks its events and version. To begin again, delete the endpoint there and run this command again.",
    })
  }
  const made = await stripeClient(options)
    .webhookEndpoints.create({
      url: options.url,
      api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
      enabled_events: [...actedTypes] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
      description: 'Made by webhook create.',
    })
    .catch(throwProviderError)
  return { id: made.id, secret: made.secret ?? '' }
}
