import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { messages } from '#content/messages.ts'
import { silentLog } from '../log/log.ts'
import { createErrorHandler } from './error-response.ts'
import { createBuckets, rateLimit } from './rate-limit.ts'

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

test('clients do not wait longer after the clock moves back', () => {
  const take = createBuckets({ burst: 2, intervalMs: 1000 })
  take('a', 3_600_000)
  expect([take('a', 0), take('a', 0), take('a', 0)]).toEqual([0, 0, 1000])
})

test('memory is limited: the client with the oldest request is dropped', () => {
  const take = createBuckets({ burst: 1, intervalMs: 1_000_000 })
  take('first', 0)
  for (let i = 0; i < 10_000; i++) take(`client ${i}`, 0)
  expect(take('first', 0)).toBe(0)
  expect(take('client 9999', 0)).toBeGreaterThan(0)
})

test('a client that goes on gets a short answer, and its connection ends', async () => {
  const app = new Hono()
    .use(rateLimit({ limit: { burst: 1, intervalMs: 60_000 }, trustProxy: 0, now: () => 0 }))
    .get('/', (c) => c.text('ok'))
    .onError(createErrorHandler(silentLog, Date.now))
  const get = () => app.request('/', { headers: { accept: 'text/html' } })
  expect((await get()).status).toBe(200)
  for (let n = 0; n < 20; n++) expect(await (await get()).text()).toContain(messages.tooOften(60))
  const last = await get()
  expect([last.status, last.headers.get('retry-after'), last.headers.get('connection')]).toEqual([
    429,
    '60',
    'close',
  ])
  expect(await last.text()).toBe('Too many requests.\n')
})

test('a 429 tells people and programs when to retry', async () => {
  let now = 0
  const app = new Hono()
    .use(rateLimit({ limit: { burst: 1, intervalMs: 2500 }, trustProxy: 0, now: () => now }))
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
