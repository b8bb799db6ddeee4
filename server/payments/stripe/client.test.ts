import { expect, test } from 'vitest'
import { createStripeProvider } from './adapter.ts'
import type { InProcess } from './client.ts'

/** The adapter with a server in this process. */
const connect = (server: InProcess) =>
  createStripeProvider({
    name: 'sandbox',
    secretKey: 'sk_test_1',
    webhookSecret: null,
    apiUrl: 'http://stripe.invalid',
    server,
    now: Date.now,
    limits: { attempt: 50, total: 5000, retries: 0 },
  })
const session = { id: 'cs_1', object: 'checkout.session', status: 'open', payment_status: 'unpaid' }

test('every request goes to the server in this process, below an address that does not exist', async () => {
  const urls: string[] = []
  const provider = connect((request) => {
    urls.push(request.url)
    return Response.json(session)
  })
  expect(await provider.findSession('cs_1')).toMatchObject({ id: 'cs_1', status: 'open' })
  expect(urls).toEqual(['http://stripe.invalid/v1/checkout/sessions/cs_1?expand[0]=payment_intent'])
})

test.each([
  ['paid', true],
  ['no_payment_required', true],
  ['unpaid', false],
  ['another', false],
  [undefined, false],
])('a complete session with the payment status %s counts as paid: %s', async (payment_status, paid) => {
  const provider = connect(() => Response.json({ ...session, status: 'complete', payment_status }))
  expect(await provider.findSession('cs_1')).toMatchObject({ status: 'complete', paid })
})

test('the time limit of one attempt ends a call to a server in this process that never answers', async () => {
  const provider = connect(() => new Promise(() => {}))
  await expect(provider.findSession('cs_1')).rejects.toMatchObject({
    definite: false,
    // The time limit of the whole call is another one.
    message: expect.not.stringContaining('5000 ms'),
  })
})

test('an exception of the server in this process leaves the outcome unknown', async () => {
  const provider = connect(() => {
    throw new TypeError('a mistake')
  })
  await expect(provider.findSession('cs_1')).rejects.toMatchObject({ name: 'ProviderError', definite: false })
})
