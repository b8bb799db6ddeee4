import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generousGuard } from '../../tests/support/generous-guard.ts'
import { silentLog } from '../log/log.ts'
import { createGuard } from './limits.ts'
import { createListener } from './listener.ts'
import { commonHeaders, documentHeaders } from './security-headers.ts'

let server: Server

/** Sends raw bytes that a client library would never send. Resolves when the server closes the connection. */
function send(...lines: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  return new Promise((resolve, reject) => {
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

/** A log whose lines the test reads. */
function recordLog() {
  const lines: unknown[] = []
  const log = { ...silentLog, warn: (...line: unknown[]) => void lines.push(line) }
  return { lines, log }
}
const statusOf = (answer: string) => Number(answer.split(' ')[1])

beforeAll(async () => {
  const app = new Hono().get('/functions/v1/:name', (c) => c.text(`computed ${c.req.param('name')}`))
  const files = {
    size: 1,
    handle(_: unknown, response: { end(text: string): void }) {
      response.end('file')
      return 4
    },
  }
  const headers = { ...commonHeaders({ publicUrl: 'https://shop.example' }), ...documentHeaders }
  server = createListener(app, files, headers, generousGuard).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

const end = 'Connection: close'

test('the app answers functions, the sandbox and health checks, and every other path is a file', async () => {
  expect(await send('GET /functions/v1/offer HTTP/1.1', 'Host: a', end)).toContain('computed offer')
  for (const path of ['/functions', '/sandbox/x', '/healthz?x', '/readyz/']) {
    expect(await send(`GET ${path} HTTP/1.1`, 'Host: a', end)).toContain('404 Not Found')
  }
  for (const path of ['/', '/functionsx', '/healthz.html', '/blog/functions/', '/?/functions/']) {
    expect(await send(`GET ${path} HTTP/1.1`, 'Host: a', end)).toContain('file')
  }
})

test.each([
  ['headers', 'POST /functions/hang HTTP/1.1\r\nHost: a\r\nContent-Le'],
  ['body', 'POST /functions/hang HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc'],
])('a client that stops in the middle of its %s gets 408, and the log says so', async (_, part) => {
  const app = new Hono().post('/functions/hang', async (c) => c.text(await c.req.text()))
  const { lines, log } = recordLog()
  const guard = createGuard(0, () => 0, log)
  const impatient = createListener(app, { size: 0, handle: () => 0 }, {}, guard)
  Object.assign(impatient, { headersTimeout: 1, requestTimeout: 1 })
  impatient.listen(0, '127.0.0.1')
  await once(impatient, 'listening')
  const socket = connect((impatient.address() as AddressInfo).port, '127.0.0.1')
  socket.write(part)
  let answer = ''
  for await (const bytes of socket) answer += bytes
  expect(statusOf(answer)).toBe(408)
  expect(lines).toEqual([['request.refused', { code: 'too_slow' }]])
  impatient.close()
})

test('a request must be complete within ten seconds', () => {
  const { requestTimeout, headersTimeout } = server
  expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 10_000, headersTimeout: 10_000 })
})

test.each([
  ['a function', 200, ['GET /functions/v1/offer HTTP/1.1', 'Host: a', end]],
  ['an unknown function', 404, ['GET /functions HTTP/1.1', 'Host: a', end]],
  ['a refusal by the listener', 400, ['GET / HTTP/1.1', 'Host: a', 'Host: b', end]],
  ['a refusal by the adapter', 400, ['GET /functions/v1/offer HTTP/1.1', 'Host: a/b', end]],
])('%s has the common headers', async (_, status, lines) => {
  const answer = await send(...lines)
  expect(statusOf(answer)).toBe(status)
  const [head = ''] = answer.split('\r\n\r\n')
  for (const header of [
    'x-content-type-options: nosniff',
    'referrer-policy: strict-origin-when-cross-origin',
    'permissions-policy: camera=()',
    'cross-origin-opener-policy: same-origin-allow-popups',
    'cross-origin-resource-policy: same-origin',
    'strict-transport-security: max-age=31536000; includeSubDomains',
  ])
    expect(head).toContain(`\r\n${header}`)
})

test('HTTP/1.0 does not require a Host', async () => {
  expect(await send('GET /functions/v1/offer HTTP/1.0')).toContain('computed offer')
  expect(await send('GET / HTTP/1.0')).toContain('file')
})

test.each([
  ['no Host', ['GET / HTTP/1.1', end]],
  ['no Host at a function', ['GET /functions/v1/offer HTTP/1.1', end]],
  ['two Hosts', ['GET / HTTP/1.1', 'Host: a', 'hOST: b', end]],
  ['two Hosts in HTTP/1.0', ['GET / HTTP/1.0', 'Host: a', 'Host: b']],
  ['two Hosts at a function in HTTP/1.0', ['GET /functions/v1/offer HTTP/1.0', 'Host: a', 'Host: a']],
  ['two Hosts at a function', ['GET /functions/v1/offer HTTP/1.1', 'Host: a', 'Host: a', end]],
  ['an absolute address', ['GET http://other.example/ HTTP/1.1', 'Host: a', end]],
  ['an asterisk', ['OPTIONS * HTTP/1.1', 'Host: a', end]],
  ['a Host with a space', ['GET /functions/v1/offer HTTP/1.1', 'Host: a b', end]],
  ['text that is not HTTP', ['hello', 'Host: a']],
  [
    'both Content-Length and chunks',
    ['POST /functions/v1/x HTTP/1.1', 'Host: a', 'Content-Length: 3', 'Transfer-Encoding: chunked', end],
  ],
])('%s is a bad request', async (_, lines) => {
  expect(statusOf(await send(...lines))).toBe(400)
})

test('an unknown Expect header is ignored', async () => {
  expect(statusOf(await send('GET / HTTP/1.1', 'Host: a', 'Expect: a miracle', end))).toBe(200)
})

test('a path that cannot be decoded does not crash the server', async () => {
  expect(statusOf(await send('GET /functions/v1/%zz HTTP/1.1', 'Host: a', end))).toBeLessThan(500)
  expect(await send('GET /functions/v1/offer HTTP/1.1', 'Host: a', end)).toContain('computed offer')
})

test('a connection with endless headers is closed', async () => {
  const answer = await send('GET / HTTP/1.1', 'Host: a', `X: ${'x'.repeat(20_000)}`, end)
  expect(statusOf(answer)).toBe(431)
})
