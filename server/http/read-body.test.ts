import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generousGuard } from '../../tests/support/generous-guard.ts'
import { silentLog } from '../log/log.ts'
import { createErrorHandler } from './error-response.ts'
import { createListener } from './listener.ts'
import { createBodyReader } from './read-body.ts'

const files = { size: 0, handle: () => 0 }
let server: Server

beforeAll(async () => {
  const kind = { maxBytes: 8, networkBytes: 20, totalBytes: 45 }
  const app = new Hono().onError(createErrorHandler(silentLog, Date.now))
  for (const address of ['/functions/form', '/functions/event'])
    app.post(address, createBodyReader(kind, { trustProxy: 1 }), async (c) =>
      c.text(`${c.req.header('x-kept')} ${new TextDecoder().decode(c.get('body'))}`),
    )
  server = createListener(app, files, {}, generousGuard).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Begins a request over a real socket. The test decides how the body is framed. */
function begin(rest: string[], { client = '192.0.2.1', path = '/functions/form' } = {}): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    'X-Kept: kept',
    `X-Forwarded-For: ${client}`,
    'Connection: close',
  ]
  socket.write([...head, ...rest].join('\r\n'))
  return socket
}

async function post(rest: string[], options?: Parameters<typeof begin>[1]) {
  let answer = ''
  for await (const bytes of begin(rest, options)) answer += bytes
  return { status: Number(answer.split(' ')[1]), answer }
}

const chunked = (...chunks: string[]) => [
  'Transfer-Encoding: chunked',
  '',
  ...chunks.flatMap((chunk) => [chunk.length.toString(16), chunk]),
  '0',
  '',
  '',
]
const whole = ['Content-Length: 8', '', '12345678']
/** Seven of eight bytes, and then silence. */
const stalled = ['Content-Length: 8', '', '1234567']

test.each([
  ['with its length', whole],
  ['in chunks', chunked('1234', '5678')],
])('a body of the largest size, %s, arrives completely', async (_, body) => {
  const { status, answer } = await post(body)
  expect(status).toBe(200)
  expect(answer).toContain('kept 12345678')
})

test('no body at all', async () => {
  expect((await post(['Content-Length: 0', '', ''])).status).toBe(200)
  expect((await post(chunked())).status).toBe(200)
})

test.each([
  ['with its length', ['Content-Length: 9', '', '123456789']],
  ['with a huge length, of which the client sends one byte', ['Content-Length: 9000000000', '', '1']],
  ['in chunks', chunked('12345678', '9')],
])('one byte more, %s, is refused', async (_, body) => {
  expect((await post(body)).status).toBe(413)
})

test('a network whose bodies are not complete uses up only its own share', async () => {
  const first = [1, 2].map(() => begin(stalled))
  await expect.poll(async () => (await post(whole)).status).toBe(429)
  // All addresses of an IPv6 /48 are one network, and the other kind of body has its own room.
  const second = ['2001:db8:1:1::1', '2001:db8:1:2::1'].map((client) => begin(stalled, { client }))
  await expect.poll(async () => (await post(whole, { client: '2001:db8:1:3::1' })).status).toBe(429)
  expect((await post(whole, { client: '192.0.2.2' })).status).toBe(200)
  // 28 of 45 bytes are held, and two more networks hold 14.
  const third = ['192.0.2.3', '192.0.2.4'].map((client) => begin(stalled, { client }))
  await expect.poll(async () => (await post(whole, { client: '192.0.2.5' })).status).toBe(503)
  expect((await post(whole, { client: '192.0.2.5', path: '/functions/event' })).status).toBe(200)
  for (const socket of [...first, ...second, ...third]) socket.destroy()
  await expect.poll(async () => (await post(whole)).status).toBe(200)
})
