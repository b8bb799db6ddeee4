import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../app.ts'
import { parseEnv } from '../config/env.ts'
import type { Dependencies } from '../dependencies.ts'
import { silentLog } from '../log/log.ts'

function build() {
  const result = parseEnv({
    PUBLIC_URL: 'https://kit.example.com',
    PAYMENTS: 'sandbox',
    ALLOWED_ORIGINS: 'https://www.example.org',
  })
  if (!result.ok) throw new Error('bad test configuration')
  const payments = { webhooksConfigured: false }
  const dependencies = { config: result.config, log: silentLog, payments, now: () => 0 }
  const sandbox = new Hono().post('/checkout/:id', (c) => c.text('reached'))
  return createApp(dependencies as unknown as Dependencies, sandbox)
}

const post = (path: string, headers: Record<string, string>) =>
  build().request(path, { method: 'POST', headers, body: new URLSearchParams({ name: '', email: '' }) })

const paths = [
  functions.createCheckout,
  functions.resendLink,
  functions.download('token'),
  '/sandbox/checkout/1',
]
const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

test.each(paths)('%s refuses a form on another website', async (path) => {
  const old = { origin: 'https://evil.example' }
  const sibling = { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' }
  for (const headers of [
    foreign,
    { ...foreign, origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    sibling,
    { 'sec-fetch-site': 'same-site' },
    old,
    // Any page can make its form send this origin, with a referrer policy.
    { origin: 'null' },
  ]) {
    const answer = await post(path, headers)
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('Another website sent this request')
  }
})

test('programs get the refusal as {error}', async () => {
  const answer = await build().request(functions.createCheckout, {
    method: 'POST',
    headers: { ...foreign, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toEqual({ error: 'Another website sent this request, so we did nothing.' })
})

test.each([
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://kit.example.com' }],
  // An extension can make a browser hide the origin.
  ['our own page, without its origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ['an allowed origin', { 'sec-fetch-site': 'cross-site', origin: 'https://www.example.org' }],
  [
    'the public address, through a proxy',
    { 'sec-fetch-site': 'cross-site', origin: 'https://kit.example.com' },
  ],
  ['the address bar or an extension', { 'sec-fetch-site': 'none' }],
  ['a program', {}],
  ['an old browser on our own page', { origin: 'https://kit.example.com' }],
  ['this machine by its IP address', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
])('a request from %s is not refused', async (_, headers) => {
  expect((await post(functions.createCheckout, headers)).status).toBe(400)
  expect(await (await post('/sandbox/checkout/1', headers)).text()).toBe('reached')
})

test('GET requests and the webhook are not refused', async () => {
  expect((await build().request(functions.paymentWebhook, { method: 'POST', headers: foreign })).status).toBe(
    404,
  )
  expect((await build().request('/healthz', { headers: foreign })).status).toBe(200)
})

test("a refused request does not count for its client's rate limit", async () => {
  const app = build()
  const checkOut = (headers: Record<string, string>) =>
    app.request(functions.createCheckout, { method: 'POST', headers, body: new URLSearchParams() })
  for (let n = 0; n < 50; n++) expect((await checkOut(foreign)).status).toBe(403)
  expect((await checkOut({})).status).toBe(400)
})
