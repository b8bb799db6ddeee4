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
