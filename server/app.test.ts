import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { inputProblems, messages } from '#content/messages.ts'
import { aBuyer } from '../tests/support/a-buyer.ts'
import { generousGuard } from '../tests/support/generous-guard.ts'
import { createApp } from './app.ts'
import { parseEnv } from './config/env.ts'
import type { Dependencies } from './dependencies.ts'
import { ShopError } from './errors.ts'
import { createListener } from './http/listener.ts'
import { pageStyleHash } from './http/page.ts'
import type { Log } from './log/log.ts'
import { SignatureError } from './payments/provider.ts'

function build(env: Record<string, string> = {}, more: Record<string, unknown> = {}) {
  const result = parseEnv(env)
  if (!result.ok) throw new Error('bad test configuration')
  const logged: { event: string; details: Record<string, unknown> | undefined }[] = []
  const record = (event: string, details?: Record<string, unknown>) => logged.push({ event, details })
  const log: Log = { info: record, warn: record, error: record }
  // These tests cover the HTTP layer around the functions. The functions have their own tests.
  const dependencies = { config: result.config, log, now: () => 0, ...more } as unknown as Dependencies
  const sandbox = new Hono()
    .get('/crash/:id', () => {
      throw new TypeError('secret detail')
    })
    .get('/shop-error', () => {
      throw new ShopError('conflict', 'It is over.', { remedy: 'Start again.' })
    })
    .post('/echo', async (c) => c.text(await c.req.text()))
  return { app: createApp(dependencies, sandbox), logged }
}

test('the visitor does not see an unexpected error, and the log has the error and the route, but not the path', async () => {
  const { app, logged } = build()
  const answer = await app.request('/sandbox/crash/token-123')
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('secret detail')
  expect(JSON.stringify(logged[0])).toContain('/sandbox/crash/:id')
  expect(JSON.stringify(logged[0])).not.toContain('token-123')
  expect(logged[0]).toMatchObject({ details: { error: { message: 'secret detail' } } })
})

test('programs get an expected error as JSON, and people get a page with a remedy', async () => {
  const { app } = build()
  const json = await app.request('/sandbox/shop-error')
  expect(json.status).toBe(409)
  expect(await json.json()).toEqual({ error: 'It is over.' })
  const page = await app.request('/sandbox/shop-error', { headers: { accept: 'text/html' } })
  expect(page.status).toBe(409)
  expect(await page.text()).toContain('Start again.')
})

test('each answer has an id, which is also in the log lines of its request', async () => {
  const { app, logged } = build()
  const answers = await Promise.all([app.request('/sandbox/crash/1'), app.request('/sandbox/crash/2')])
  const ids = answers.map((answer) => answer.headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(2)
  expect(logged.map(({ details }) => details?.request)).toEqual(ids)
  const page = await app.request('/sandbox/crash/1', { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain(page.headers.get('x-request-id'))
  const forged = await app.request('/healthz', { headers: { 'x-request-id': 'forged' } })
  expect(forged.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})

test('the log warns once about a proxy that TRUST_PROXY does not allow', async () => {
  const { app, logged } = build()
  const headers = { 'x-forwarded-for': '203.0.113.1' }
  await app.request('/healthz')
  for (let n = 0; n < 3; n++) await app.request('/healthz', { headers })
  expect(logged.map(({ event }) => event)).toEqual(['proxy.not_trusted'])
  const trusting = build({ TRUST_PROXY: '1' })
  await trusting.app.request('/healthz', { headers })
  expect(trusting.logged).toEqual([])
})

test('the log has at most ten refusals a minute', async () => {
  const { app, logged } = build()
  for (let n = 0; n < 100; n++) await app.request('/sandbox/shop-error')
  expect(logged).toHaveLength(10)
  expect(logged[0]).toMatchObject({
    event: 'request.refused',
    details: { code: 'conflict', route: '/sandbox/shop-error' },
  })
})

test('an unknown address gets a 404, and an unknown method a 405', async () => {
  const { app } = build()
  expect((await app.request('/functions/v1/nothing')).status).toBe(404)
  const wrongMethod = await app.request('/healthz', { method: 'DELETE' })
  expect(wrongMethod.status).toBe(405)
  expect(wrongMethod.headers.get('allow')).toBe('GET, HEAD')
  expect(await wrongMethod.json()).toEqual({ error: 'This address accepts only GET, HEAD.' })
})

test('a request with a body over 16 KiB is refused', async () => {
  const { app } = build()
  const body = 'x'.repeat(16 * 1024)
  const post = (text: string) => app.request('/functions/v1/resend-link', { method: 'POST', body: text })
  // The body has the largest allowed size. It is refused only because it is not a form.
  expect((await post(body)).status).toBe(415)
  expect((await post(`${body}x`)).status).toBe(413)
})

test.each([
  ['with its length', '5', 200],
  ['in chunks', undefined, 200],
  ['of 17 KiB in chunks', undefined, 413],
] as const)('a body %s, through the adapter', async (_, length, status) => {
  const files = { size: 0, handle: () => 0 }
  const server = createListener(build().app, files, {}, generousGuard).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const framing = length ? { 'content-length': length } : {}
  const headers = { 'content-type': 'text/plain', connection: 'close', ...framing }
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/sandbox/echo', headers })
  for (let n = 0; n < 17 && status === 413; n++) sent.write('x'.repeat(1024))
  if (status === 200) sent.write('hel')
  sent.end(status === 200 ? 'lo' : '')
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(status)
  if (status === 200) expect(await text(answer)).toBe('hello')
})

test.each([
  ['/functions/v1/create-checkout', aBuyer({ name: 'Ada "Countess"', email: 'ada@nowhere' })],
  ['/functions/v1/resend-link', { email: 'ada@nowhere' }],
])(
  '%s: a form with a problem is shown again with its values, and the invalid field is marked',
  async (path, fields) => {
    const answer = await build().app.request(path, { method: 'POST', body: new URLSearchParams(fields) })
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toContain(inputProblems.invalidEmail.message)
    expect(text).toContain(`<form method="post" action="${path}" novalidate>`)
    for (const value of Object.values(fields))
      expect(text).toContain(`value="${value.replaceAll('"', '&quot;')}"`)
    expect(text).toMatch(/<input id="email" [^>]*aria-invalid="true" aria-describedby="problem" autofocus>/)
  },
)

test('each client may start ten checkouts in a burst', async () => {
  const { app } = build()
  const post = () =>
    app.request('/functions/v1/create-checkout', {
      method: 'POST',
      body: new URLSearchParams(aBuyer({ name: 'Ada', email: 'ada@nowhere' })),
    })
  for (let n = 0; n < 10; n++) expect((await post()).status).toBe(400)
  const refused = await post()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  // Its body is not read, so the page has no form. A reload sends the form again.
  const page = await refused.text()
  expect(page).toContain(messages.reload)
  expect(page).not.toContain('ada@nowhere')
})

test('every answer, even an error, has a strict policy and does not send its address to other sites', async () => {
  const { app } = build({ PUBLIC_URL: 'https://kit.example.com', PAYMENTS: 'sandbox' })
  for (const path of ['/healthz', '/functions/v1/nothing', '/sandbox/crash/1']) {
    const { headers } = await app.request(path)
    expect(headers.get('content-security-policy')).toContain(`style-src ${pageStyleHash}`)
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https://kit.example.com")
    expect(headers.get('referrer-policy')).toBe('strict-origin')
  }
})

test('only the listed origins may send requests from other sites', async () => {
  const { app } = build({ ALLOWED_ORIGINS: 'https://www.example.com' })
  const preflight = (origin: string) =>
    app.request('/functions/v1/create-checkout', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  const allowed = await preflight('https://www.example.com')
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://www.example.com')
  expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type')
  expect(allowed.headers.get('vary')).toContain('Origin')
  const other = await preflight('https://evil.example')
  expect(other.headers.has('access-control-allow-origin')).toBe(false)
  const unlisted = await build().app.request('/functions/v1/offer', {
    headers: { origin: 'https://www.example.com' },
  })
  expect(unlisted.headers.has('access-control-allow-origin')).toBe(false)
})

/** Looks signed, so the body of an event is read. */
const signatureShaped = { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` }

const posts = [
  '/functions/v1/create-checkout',
  '/functions/v1/resend-link',
  '/functions/v1/payment-webhook',
  '/functions/v1/download/token',
  '/sandbox/echo',
]

test.each(posts)(
  '%s: a client that sent too many requests is refused before its body is read',
  async (path) => {
    const payments = {
      webhooksConfigured: true,
      readEvent: () => Promise.reject(new SignatureError()),
    }
    const { app } = build({ LINK_SECRET: 'a link secret that is long enough' }, { payments })
    const post = () => {
      let isRead = false
      const body = new ReadableStream(
        {
          pull(controller) {
            isRead = true
            controller.enqueue(new TextEncoder().encode('email=ada@nowhere'))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      const headers = { 'content-type': 'application/x-www-form-urlencoded', ...signatureShaped }
      const answer = app.request(path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
      return Promise.resolve(answer).then(({ status }) => ({ status, isRead }))
    }
    expect(await post()).toMatchObject({ isRead: true })
    let last = await post()
    for (let n = 0; n < 3000 && last.status !== 429; n++) last = await post()
    expect(last).toEqual({ status: 429, isRead: false })
  },
)

test.each([
  [413, '/functions/v1/create-checkout', 'x'.repeat(17 * 1024)],
  [413, '/functions/v1/payment-webhook', 'x'.repeat(65 * 1024)],
  [503, '/functions/v1/offer', undefined],
] as const)('a %i of %s is in the log, with its address', async (status, path, body) => {
  const { app, logged } = build({}, { payments: { webhooksConfigured: true } })
  const answer = await app.request(path, body ? { method: 'POST', body, headers: signatureShaped } : {})
  expect(answer.status).toBe(status)
  expect(logged.map(({ details }) => details?.route)).toEqual([path])
})

test('a route without an entry in the table of addresses is not reachable', async () => {
  const { app } = build()
  app.get('/functions/v1/forgotten', (c) => c.text('reached'))
  app.post('/functions/v1/forgotten', (c) => c.text('reached'))
  for (const method of ['GET', 'POST'])
    expect((await app.request('/functions/v1/forgotten', { method })).status).toBe(404)
})
