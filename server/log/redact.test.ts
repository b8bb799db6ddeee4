import { expect, test } from 'vitest'
import { redact, withoutSecrets } from './redact.ts'

const token = `v1.${'Ab-_9'.repeat(8)}abc.b3JkZXItMQ.t2k4g0`

test.each([
  ['<ada@example.com> is busy', '<(address)> is busy'],
  ["Invalid email: 'ada+o'hara@example.com'.", "Invalid email: (address)'."],
  ['ünïcode@bücher.example, twice@x', '(address), (address)'],
  ['GET /v1/customers?email=ada%40example.com&limit=1', 'GET (address)&limit=1'],
  ['postgres://shop:pa:ss@db.internal:5432/shop', 'postgres://(password)@db.internal:5432/shop'],
  ['smtps://ada%40example.com:secret@mail.example.com', 'smtps://(password)@mail.example.com'],
  ['Invalid API Key provided: sk_live_****1234', 'Invalid API Key provided: sk_live_(secret)'],
  ['rk_test_51Abc_def and whsec_aB+/=9', 'rk_test_(secret) and whsec_(secret)'],
  [`http://localhost/functions/v1/download/${token}`, 'http://localhost/functions/v1/download/(token)'],
  [`cut off: ${token.slice(0, 40)}`, 'cut off: (token)'],
])('%s', (text, shown) => {
  expect(redact(text)).toBe(shown)
})

test.each([
  'at file:///srv/shop/node_modules/@hono/node-server/dist/index.mjs:10:5',
  'duplicate key value violates unique constraint "orders_session_id_key"',
  'order 7c3be92e-5ea5-4dd6-ba3b-04aa3b64913b, cs_test_a1B2, pi_3Abc',
  '/functions/v1/download/:token',
])('%s is not redacted', (text) => {
  expect(redact(text)).toBe(text)
})

test('texts for the seller keep addresses and lose keys', () => {
  expect(withoutSecrets('ada@example.com paid by sk_live_1')).toBe('ada@example.com paid by sk_live_(secret)')
})

test('a text that is too long to search is cut', () => {
  expect(redact('a.'.repeat(500_000)).length).toBeLessThan(11_000)
})
