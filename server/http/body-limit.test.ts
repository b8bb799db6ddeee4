import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBodyLimit } from './body-limit.ts'
import { createListener } from './listener.ts'

const limit = 8
const files = { size: 0, handle: (_: unknown, response: { end(): void }) => response.end() }
let server: Server

beforeAll(async () => {
  const app = new Hono()
    .use(createBodyLimit({ withinMs: 300, totalBytes: 20 })(limit))
    .post('/functions/echo', async (c) =>
      c.text(`${c.req.header('x-kept')} ${new TextDecoder().decode(c.get('body'))}`),
    )
  server = createListener(app, files, {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** Sends a request over a real socket. The test decides how the body is framed. */
async function post(...rest: string[]): Promise<{ status: number; answer: string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const head = ['POST /functions/echo HTTP/1.1', 'Host: a', 'X-Kept: kept', 'Connection: close']
  socket.write([...head, ...rest].join('\r\n'))
  let answer = ''
  for await (const bytes of socket) answer += bytes
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

test.each([
  ['with its length', ['Content-Length: 8', '', '12345678']],
  ['in chunks', chunked('1234', '5678')],
])('a body of the largest size, %s, arrives completely', async (_, body) => {
  const { status, answer } = await post(...body)
  expect(status).toBe(200)
  expect(answer).toContain('kept 12345678')
})

test('no body at all', async () => {
  expect((await post('Content-Length: 0', '', '')).status).toBe(200)
  expect((await post(...chunked())).status).toBe(200)
})

test.each([
  ['with its length', ['Content-Length: 9', '', '123456789']],
  ['with a huge length, of which the client sends one byte', ['Content-Length: 9000000000', '', '1']],
  ['in chunks', chunked('12345678', '9')],
])('one byte more, %s, is refused', async (_, body) => {
  expect((await post(...body)).status).toBe(413)
})

test('an incomplete body is refused, and its connection ends', async () => {
  const { status, answer } = await post('Content-Length: 8', '', '1234')
  expect(status).toBe(408)
  expect(answer).toContain('did not arrive in time')
})

test('bodies are refused while their memory is used up', async () => {
  const slow = [1, 2, 3].map(() => post('Content-Length: 8', '', '1234567'))
  const statuses = (await Promise.all(slow)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([408, 408, 503])
  expect((await post('Content-Length: 8', '', '12345678')).status).toBe(200)
})
