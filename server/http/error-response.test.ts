import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { silentLog } from '../log/log.ts'
import { answerError } from './error-response.ts'
import { createListener } from './listener.ts'

test.each([
  [{ errcode: 13 }, 503],
  [{ errcode: 778 }, 503],
  [{ code: '53100' }, 503],
  [{ code: '57P01' }, 503],
  [{ code: '57014' }, 503],
  [{ code: '25P03' }, 503],
  [{ code: 'ECONNRESET' }, 503],
  [{ message: 'timeout exceeded when trying to connect' }, 503],
  [{ message: 'Connection terminated unexpectedly' }, 503],
  [{ message: 'Client has encountered a connection error and is not queryable' }, 503],
  [{ errcode: 1 }, 500],
  [{ code: '42P01' }, 500],
])('a database that says %j: %i, and with 503 when to try again', async (said, status) => {
  const app = new Hono().get('/', () => {
    throw Object.assign(new Error('database or disk is full'), said)
  })
  app.onError(answerError(silentLog))
  const answer = await app.request('/')
  expect(answer.status).toBe(status)
  expect(answer.headers.get('retry-after')).toBe(status === 503 ? '30' : null)
})

test.each([
  ['with a length', 'Content-Length: 100', '{'],
  ['in chunks', 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
])('a client that hangs up within its request, %s, is no crash of ours', async (_, framing, body) => {
  const logged: string[] = []
  const keep = (event: string) => logged.push(event)
  const app = new Hono().post('/functions/read', async (c) => c.text(await c.req.text()))
  app.onError(answerError({ info: keep, warn: keep, error: keep }))
  const server = createListener(app, { size: 0, handle: () => {} }, {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reached = once(server, 'request')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST /functions/read HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n${body}`)
  await reached
  socket.destroy()
  await expect.poll(() => logged).toEqual(['request broken off'])
  server.close()
})
