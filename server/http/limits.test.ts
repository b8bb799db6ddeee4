import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#content/messages.ts'
import { silentLog } from '../log/log.ts'
import { createErrorHandler } from './error-response.ts'
import { type Allowance, createBuckets, createGuard, rateLimit } from './limits.ts'
import { createListener } from './listener.ts'

test('allows each client a burst, and then one request per interval', () => {
  const take = createBuckets({ burst: 3, intervalMs: 1000 })
  expect([take('a', 0), take('a', 0), take('a', 0)]).toEqual([0, 0, 0])
  expect(take('a', 0)).toBe(1000)
  expect(take('b', 0)).toBe(0)
  expect(take('a', 400)).toBe(600)
  expect(take('a', 1000)).toBe(0)
  expect(take('a', 1000)).toBe(1000)
  expect([take('a', 9000), take('a', 9000), take('a', 9000)]).toEqual([0, 0, 0])
})

test('refused requests do not count', () => {
  const take = createBuckets({ burst: 1, intervalMs: 1000 })
  take('a', 0)
  for (let i = 0; i < 100; i++) expect(take('a', 500)).toBe(500)
  expect(take('a', 1000)).toBe(0)
})

test('a request takes as many tokens as it costs', () => {
  const take = createBuckets({ burst: 10, intervalMs: 1000 })
  expect([take('a', 0, 6), take('a', 0, 4)]).toEqual([0, 0])
  expect(take('a', 0, 2)).toBe(2000)
  expect(take('a', 2000, 2)).toBe(0)
})

test('with a debt, refused requests count up to it, and a client that pauses is back', () => {
  const take = createBuckets({ burst: 2, intervalMs: 1000, debt: 3 })
  for (let n = 0; n < 100; n++) take('a', 0)
  expect(take('a', 3000)).toBeGreaterThan(0)
  for (let n = 0; n < 100; n++) take('a', 3000)
  expect(take('a', 7000)).toBe(0)
})

test('memory is limited: the client that was silent longest is forgotten, not one that goes on', () => {
  const take = createBuckets({ burst: 1, intervalMs: 1_000_000 })
  take('first', 0)
  take('busy', 0)
  for (let n = 0; n < 9_998; n++) take(`client ${n}`, 0)
  expect(take('busy', 0)).toBeGreaterThan(0)
  for (let n = 9_998; n < 19_996; n++) take(`client ${n}`, 0)
  expect(take('busy', 0)).toBeGreaterThan(0)
  expect(take('first', 0)).toBe(0)
})

test('a 429 tells people and programs when to retry', async () => {
  let now = 0
  const app = new Hono()
    .use(rateLimit({ burst: 1, intervalMs: 2500 }, 0, () => now))
    .post('/', (c) => c.text('ok'))
    .get('/', (c) => c.text('ok'))
    .onError(createErrorHandler(silentLog, Date.now))
  expect((await app.request('/', { method: 'POST' })).status).toBe(200)
  const refused = await app.request('/', { method: 'POST' })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('3')
  expect(await refused.json()).toEqual({
    error: messages.tooOften(3),
  })
  const page = await app.request('/', { method: 'POST', headers: { accept: 'text/html' } })
  expect(page.headers.get('retry-after')).toBe('3')
  expect(await page.text()).toContain(messages.tooOften(3))
  expect((await app.request('/', { method: 'HEAD' })).status).toBe(429)
  now = 2500
  expect((await app.request('/', { method: 'POST' })).status).toBe(200)
})

const small: Allowance = { burst: 50, intervalMs: 10, debt: 30, connections: 20, unanswered: 100 }

/** A server with a small allowance for each network. Its clock moves only when the test moves it. */
async function start({ trustProxy = 0, bytes = 0, unanswered = small.unanswered } = {}) {
  const clock = { now: 0 }
  const warn = vi.fn()
  const app = new Hono()
    .get('/healthz', (c) => c.text('alive'))
    .get('/readyz', () => new Promise<Response>(() => {}))
  const files = {
    size: 1,
    handle(_: unknown, response: { end(text: string): void }) {
      response.end('a file')
      return bytes
    },
  }
  const log = { ...silentLog, warn }
  const guard = createGuard(trustProxy, () => clock.now, log, { ...small, unanswered })
  const server = createListener(app, files, { 'x-common': 'yes' }, guard).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  function open(client: string) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: client }).on('error', () => {})
    sockets.push(socket)
    return socket
  }
  /** @returns all answers of one connection; empty if it was closed without one */
  async function ask(client: string, path: string, times = 1, header = '') {
    const socket = open(client)
    const lines = (connection: string) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}Connection: ${connection}\r\n\r\n`
    socket.write(lines('keep-alive').repeat(times - 1) + lines('close'))
    let answer = ''
    try {
      for await (const bytes of socket) answer += bytes
    } catch {}
    return answer
  }
  return { port, clock, warn, open, ask }
}
const answersIn = (text: string, status = 200) => text.split(`HTTP/1.1 ${status} `).length - 1

test('a client above its limit loses all its connections, and nobody else does', async () => {
  const { open, ask, warn } = await start()
  const idle = open('127.0.0.2').resume()
  const others = open('127.0.0.3').resume()
  await Promise.all([once(idle, 'connect'), once(others, 'connect')])
  await ask('127.0.0.2', '/', 60)
  await expect.poll(() => idle.closed).toBe(true)
  expect(await ask('127.0.0.2', '/')).toBe('')
  expect(await ask('127.0.0.3', '/')).toContain('a file')
  expect(others.closed).toBe(false)
  for (const code of ['too_many_requests', 'too_many_connections'])
    expect(warn).toHaveBeenCalledWith('request.refused', { code })
})

test.each([
  ['a file', '/', 49],
  ['a computed answer', '/healthz', 9],
  ['an address that the app does not know', '/functions/none', 9],
])('%s takes its share, after the connection', async (_, path, most) => {
  const { ask } = await start()
  expect(answersIn(await ask('127.0.0.2', path, most), path === '/functions/none' ? 404 : 200)).toBe(most)
  expect(await ask('127.0.0.3', path, most + 1)).not.toContain('Connection: close')
  expect(await ask('127.0.0.2', path)).toBe('')
})

test('an unknown Expect header is counted like any other request', async () => {
  const { ask } = await start()
  expect(answersIn(await ask('127.0.0.2', '/', 49, 'Expect: a miracle\r\n'))).toBe(49)
  expect(await ask('127.0.0.2', '/')).toBe('')
})

test('the length of a file is charged before the next request of the same bytes', async () => {
  const bytes = 9 * 64 * 1024
  const { ask } = await start({ bytes })
  // 1 for the connection, and 10 for each file.
  expect(answersIn(await ask('127.0.0.2', '/', 4))).toBe(4)
  const { ask: askAgain } = await start({ bytes })
  const answers = await askAgain('127.0.0.2', '/', 20)
  expect(answersIn(answers)).toBeLessThan(6)
})

test('whoever goes on stays refused, and whoever pauses is back', async () => {
  const { ask, clock } = await start()
  await ask('127.0.0.2', '/', 60)
  for (let n = 0; n < 40; n++) await ask('127.0.0.2', '/')
  // So much comes back each time that a client without debt could open a connection and get a file.
  for (let n = 0; n < 20; n++) {
    clock.now += 2 * small.intervalMs
    expect(await ask('127.0.0.2', '/')).toBe('')
  }
  clock.now += ((small.debt ?? 0) + 2) * small.intervalMs
  expect(await ask('127.0.0.2', '/')).toContain('a file')
})

test('one client keeps a limited number of connections, and one that ends makes room', async () => {
  const { open, ask } = await start()
  const greedy = Array.from({ length: small.connections + 5 }, () => open('127.0.0.2').resume())
  const left = () => greedy.filter(({ closed }) => !closed)
  await expect.poll(() => left().length).toBe(small.connections)
  expect(await ask('127.0.0.3', '/')).toContain('a file')
  left()[0]?.destroy()
  await expect.poll(() => ask('127.0.0.2', '/')).toContain('a file')
})

test('a client with too many unanswered requests loses its connections, and these requests no longer count', async () => {
  const { open, ask, clock } = await start({ unanswered: 20 })
  const askSlowly = (times: number) => {
    const socket = open('127.0.0.2').resume()
    socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(times))
    return socket
  }
  const patient: Socket[] = []
  for (let n = 0; n < 4; n++) {
    patient.push(askSlowly(5))
    await once(patient[n] as Socket, 'connect')
    clock.now += 1000
  }
  expect(patient.some(({ closed }) => closed)).toBe(false)
  const last = askSlowly(1)
  await Promise.all([...patient, last].map((socket) => once(socket, 'close')))
  clock.now += 1000
  await expect.poll(() => ask('127.0.0.2', '/')).toContain('a file')
})

test('behind a proxy, X-Forwarded-For decides, the answer is 429, and the proxy keeps its connection', async () => {
  const { port, clock } = await start({ trustProxy: 1 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  let opened = 0
  async function askFor(client: string, path = '/') {
    const headers = { 'x-forwarded-for': client }
    const sent = request({ port, host: '127.0.0.1', path, agent, headers }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    if (!sent.reusedSocket) opened++
    const [text] = (await once(answer.setEncoding('utf8'), 'data')) as [string]
    return { status: answer.statusCode, headers: answer.headers, text }
  }
  for (let n = 0; n < 10; n++) expect((await askFor('192.0.2.1', '/healthz')).status).toBe(200)
  for (let n = 0; n < 100; n++) expect((await askFor('192.0.2.1')).status).toBe(429)
  expect(await askFor('192.0.2.1')).toMatchObject({
    headers: { 'retry-after': '10', 'cache-control': 'no-store', 'x-common': 'yes' },
    text: `${messages.tooOften(10)}\n`,
  })
  expect((await askFor('192.0.2.2')).status).toBe(200)
  expect((await askFor('203.0.113.1, 192.0.2.1')).status).toBe(429)
  clock.now += ((small.debt ?? 0) + 1) * small.intervalMs
  expect((await askFor('192.0.2.1')).status).toBe(200)
  expect(opened).toBe(1)
})
