import { createServer, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, sendAnswer } from './send-answer.ts'

const body = 'Hello.'
const shared = ['content-type', 'text/plain', 'content-length', String(body.length), 'etag', '"1"']
let page: Answer
let notModified: Answer
let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    sendAnswer(request, response, request.headers['if-none-match'] ? notModified : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

beforeEach(() => {
  page = { status: 200, headers: shared, body: Buffer.from(body) }
  notModified = { status: 304, headers: ['etag', '"1"'], body: Buffer.alloc(0) }
})

/** What comes back, byte by byte, for requests sent at once over one connection, until the server closes it. */
function exchange(...requests: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.setEncoding('latin1')
    socket.on('data', (data) => {
      received += data
    })
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
    socket.write(requests.map((lines) => `${lines}\r\n\r\n`).join(''))
  })
}

const get = 'GET / HTTP/1.1\r\nHost: a'
const last = `${get}\r\nConnection: close`

/** The status line and headers of each answer. */
const heads = (received: string) =>
  received
    .split(/(?=HTTP\/1\.1 )/)
    .map((answer) => answer.split('\r\n\r\n')[0]?.replace(/Date: .*/, 'Date') ?? '')

test('the same to the byte as what Node writes each time', async () => {
  const byNode = vi.spyOn(ServerResponse.prototype, 'writeHead')
  const [first, second, third, closing] = heads(await exchange(get, get, get, last))
  // Twice for the closing one and the first; once more when the second passes in between.
  expect(byNode.mock.calls.length).toBeLessThan(4)
  byNode.mockRestore()
  expect(first).toContain('content-length: 6')
  expect(first).toContain('Connection: keep-alive')
  expect([second, third]).toEqual([first, first])
  expect(closing).toBe(first?.replace(/Connection: keep-alive\r\nKeep-Alive: .*/, 'Connection: close'))
})

test('a connection that is to be closed, and an older protocol, are told so', async () => {
  await exchange(get, last)
  expect(await exchange(last)).toContain('Connection: close')
  expect(await exchange('GET / HTTP/1.0')).toContain('Connection: close')
  const older = await exchange('GET / HTTP/1.0\r\nConnection: keep-alive', 'GET / HTTP/1.0')
  expect(heads(older)[0]).toContain('Connection: keep-alive')
  // Without a length, only the end of the connection tells an older client that the answer is over.
  const ask = 'If-None-Match: "1"'
  expect(heads(await exchange(`${get}\r\n${ask}`, last))[0]).toContain('Connection: keep-alive')
  const unbounded = await exchange(`GET / HTTP/1.0\r\nConnection: keep-alive\r\n${ask}`)
  expect(unbounded).toContain('Connection: close')
})

test('an answer without a body is followed by the next one', async () => {
  const ask = `${get}\r\nIf-None-Match: "1"`
  const received = await exchange(ask, ask, get, 'HEAD / HTTP/1.1\r\nHost: a', get, last)
  expect(heads(received).map((head) => head.slice(9, 12))).toEqual(['304', '304', '200', '200', '200', '200'])
  expect(received.split(body)).toHaveLength(4)
})

test('many answers at once arrive whole, at a reader that takes its time, too', async () => {
  page.body = Buffer.alloc(300_000, 'abcdefghij')
  page.headers = page.headers.with(3, String(page.body.length))
  const received = await exchange(...Array.from({ length: 30 }, () => get), last)
  const answers = received.split(/(?=HTTP\/1\.1 )/)
  expect(answers).toHaveLength(31)
  const bodies = new Set(answers.map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4)))
  expect(bodies).toEqual(new Set([page.body.toString()]))
})

test('the date goes on', async () => {
  const date = async () => Date.parse(/Date: (.*)\r/.exec(await exchange(get, last))?.[1] ?? '')
  const before = await date()
  await wait(2000)
  expect((await date()) - before).toBeGreaterThanOrEqual(1000)
})
