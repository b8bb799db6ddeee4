import { Hono } from 'hono'
import type Stripe from 'stripe'
import type { InProcess } from '../../server/payments/stripe/client.ts'

export type Endpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'url' | 'status' | 'enabled_events' | 'api_version'
>

/** Adds the webhook endpoints of the seller's account to the sandbox's API, which only the launch check reads. */
export function withDashboard(server: InProcess, endpoints: Endpoint[]): InProcess {
  const path = '/v1/webhook_endpoints'
  const api = new Hono()
    .get(path, (c) => c.json({ object: 'list', has_more: false, data: endpoints }))
    .post(path, async (c) => {
      const form = [...new URLSearchParams(await c.req.text())]
      const field = (name: string) => form.find(([key]) => key === name)?.[1]
      const endpoint: Endpoint = {
        id: `we_${endpoints.length + 1}`,
        url: field('url') ?? '',
        status: 'enabled',
        enabled_events: form.flatMap(([key, value]) => (key.startsWith('enabled_events') ? [value] : [])),
        api_version: field('api_version') ?? null,
      }
      endpoints.push(endpoint)
      return c.json({ object: 'webhook_endpoint', ...endpoint, secret: 'whsec_new' })
    })
    .all('*', (c) => server(c.req.raw))
  return api.fetch
}
