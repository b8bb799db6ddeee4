import { expect, test } from 'vitest'
import { sessionInput } from '../../../tests/support/session-input.ts'
import type { InProcess } from './client.ts'
import { createStripeProvider } from './provider.ts'
import { sessionRequest } from './request.ts'

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

test('an answer that was replayed is not taken for a new session', async () => {
  const provider = connect(({ method }) =>
    method === 'POST'
      ? Response.json(session, { headers: { 'idempotent-replayed': 'true' } })
      : Response.json({ ...session, status: 'complete', payment_status: 'paid' }),
  )
  const request = sessionRequest(sessionInput(Date.now() + 3_600_000))
  expect(await provider.createSession(request, 'key-1')).toMatchObject({ status: 'complete', paid: true })
})
