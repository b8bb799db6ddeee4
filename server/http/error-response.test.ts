import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { generousGuard } from '../../tests/support/generous-guard.ts'
import { ShopError } from '../errors.ts'
import { silentLog } from '../log/log.ts'
import { createErrorHandler, errorPage } from './error-response.ts'
import { createListener } from './listener.ts'

test('an unavailable service gets 503 with Retry-After, and a crash gets 500', async () => {
  const app = new Hono().get('/:error', (c) => {
    throw c.req.param('error') === 'known' ? new ShopError('unavailable', 'Closed.') : new Error('full')
  })
  app.onError(createErrorHandler(silentLog, Date.now))
  const unavailable = await app.request('/known')
  expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '30'])
  const crashed = await app.request('/unknown')
  expect([crashed.status, crashed.headers.get('retry-after')]).toEqual([500, null])
  expect(await crashed.text()).not.toContain('full')
})

test.each([
  ['with a length', 'Content-Length: 100', '{'],
  ['in chunks', 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
])('a client that disconnects during its request, %s, is not logged as a crash', async (_, framing, body) => {
  const logged: string[] = []
  const record = (event: string) => logged.push(event)
  const app = new Hono().post('/functions/read', async (c) => c.text(await c.req.text()))
  app.onError(createErrorHandler({ info: record, warn: record, error: record }, Date.now))
  const server = createListener(app, { size: 0, handle: () => 0 }, {}, generousGuard).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reached = once(server, 'request')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST /functions/read HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n${body}`)
  await reached
  socket.destroy()
  await expect.poll(() => logged).toEqual(['request aborted'])
  server.close()
})

test('an error page says what happened and what to do, with the status', async () => {
  const answer = await errorPage(
    new ShopError('conflict', 'The order is closed.', {
      remedy: 'Start again from the pricing section.',
    }),
  )
  const text = await answer.text()
  expect(answer.status).toBe(409)
  expect(text).toContain('The order is closed.')
  expect(text).toContain('Start again from the pricing section.')
})

test('an error page escapes the message and the remedy, which may repeat what a visitor typed', async () => {
  const answer = await errorPage(new ShopError('bad_input', 'Not <b>.', { remedy: 'Leave out <i>.' }))
  const text = await answer.text()
  expect(text).toContain('Not &lt;b&gt;.')
  expect(text).toContain('Leave out &lt;i&gt;.')
})
