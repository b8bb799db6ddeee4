import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { stripeEndpointProblems } from '../../server/payments/stripe/endpoint.ts'
import { actedTypes } from '../../server/payments/stripe/event-shape.ts'
import { runCommand } from '../support/command-line.ts'
import { type RunningStripe, startStripe } from '../support/stripe.ts'

let stripe: RunningStripe
beforeEach(async () => {
  stripe = await startStripe()
})
afterEach(() => stripe.stop())

describe('the webhook endpoint', () => {
  const url = `https://shop.example${functions.paymentWebhook}`
  const good = {
    id: 'we_1',
    url,
    status: 'enabled',
    enabled_events: [...actedTypes],
    api_version: Stripe.API_VERSION,
  } as const
  const problems = (...endpoints: Partial<Record<keyof typeof good, unknown>>[]) => {
    for (const endpoint of endpoints) stripe.endpoints.push({ ...good, ...endpoint } as never)
    return stripeEndpointProblems({ secretKey: stripe.access.secretKey, apiUrl: stripe.url, url })
  }

  test('a correct endpoint has no findings', async () => {
    expect(await problems({}, { id: 'we_2', url: 'https://other.example' })).toEqual([])
  })

  test.each([
    ['is missing', { url: 'https://other.example' }, /^No webhook endpoint sends/],
    ['is disabled', { status: 'disabled' }, /disabled/],
    [
      'sends too little',
      { enabled_events: ['checkout.session.completed'] },
      /does not send .*charge\.refunded/,
    ],
    ['uses another API version', { api_version: '2020-08-27' }, /uses API version 2020-08-27/],
  ])('an endpoint that %s is reported', async (_, change, message) => {
    const remedy = expect.any(String)
    expect(await problems(change)).toEqual([{ what: expect.stringMatching(message), remedy }])
  })

  test('an endpoint that sends all events has no findings', async () => {
    expect(await problems({ enabled_events: ['*'] })).toEqual([])
  })
})

describe('webhook create', () => {
  const url = `https://shop.works${functions.paymentWebhook}`
  const create = (env: Record<string, string> = {}, ...flags: string[]) =>
    runCommand(['webhook', 'create', ...flags], {
      PUBLIC_URL: 'https://shop.works',
      ...stripe.env,
      ...env,
    })
  const problems = () =>
    stripeEndpointProblems({ secretKey: stripe.access.secretKey, apiUrl: stripe.url, url })

  test('makes an endpoint that doctor accepts, and prints its secret', async () => {
    const [missing] = await problems()
    expect(missing?.remedy).toContain(Stripe.API_VERSION)
    expect(missing?.remedy).toContain('radar.early_fraud_warning.created')
    expect(missing?.remedy).toContain('npm run shop -- webhook create')
    const { code, out } = await create()
    expect(code).toBe(0)
    expect(out).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_[\w-]+$/m)
    expect(out).toContain('npm start')
    expect(stripe.endpoints).toMatchObject([{ url, api_version: Stripe.API_VERSION }])
    expect(await problems()).toEqual([])
  })

  test('prints JSON for programs', async () => {
    const { out } = await create({}, '--json')
    expect(JSON.parse(out)).toEqual({
      id: expect.stringMatching(/^we_/),
      url,
      secret: expect.stringMatching(/^whsec_/),
    })
  })

  test('makes no second endpoint for the address, and says what to do', async () => {
    await create()
    const { code, error } = await create()
    expect(code).toBe(1)
    expect(error).toMatch(/already has an endpoint for .*: we_[\w-]+\./)
    expect(error).toContain("in Stripe's dashboard")
    expect(stripe.endpoints).toHaveLength(1)
  })

  test.each([
    ['the sandbox', { STRIPE_SECRET_KEY: '', PAYMENTS: 'sandbox' }, 'STRIPE_SECRET_KEY'],
    ['a shop on this machine', { PUBLIC_URL: 'http://localhost:3000' }, 'PUBLIC_URL'],
  ])('refuses %s', async (_, env, remedy) => {
    const { code, error } = await create(env)
    expect(code).toBe(1)
    expect(error).toContain(remedy)
    expect(stripe.requests).toEqual([])
  })
})
