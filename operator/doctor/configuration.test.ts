import { expect, test } from 'vitest'
import { configOf, readyEnv, textOf } from '../../tests/support/doctor.ts'
import { configurationFindings } from './configuration.ts'

test('a live key for an address other than Stripe’s is an error', () => {
  const other = { ...readyEnv, STRIPE_API_URL: 'http://127.0.0.1:12111' }
  expect(textOf(configurationFindings(configOf(other)))).toContain('error: STRIPE_API_URL sends the live key')
  const testKey = { ...other, STRIPE_SECRET_KEY: 'sk_test_1' }
  expect(textOf(configurationFindings(configOf(testKey)))).toContain('error: STRIPE_API_URL sends payments')
  const local = { ...testKey, PUBLIC_URL: 'http://localhost:3000' }
  expect(textOf(configurationFindings(configOf(local)))).not.toContain('STRIPE_API_URL')
})

test('a shop that is ready has no findings', () => {
  expect([...configurationFindings(configOf(readyEnv))]).toEqual([])
})

test('a new clone has no error, because it is not a public shop', () => {
  expect(textOf(configurationFindings(configOf({})))).not.toContain('error')
})

test.each([
  ['error: STRIPE_SECRET_KEY is a test key', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  ['error: STRIPE_WEBHOOK_SECRET is not set', { STRIPE_WEBHOOK_SECRET: '' }],
  ['error: PUBLIC_URL is http://kit.works', { PUBLIC_URL: 'http://kit.works' }],
  ['error: PUBLIC_URL is https://kit.example.com', { PUBLIC_URL: 'https://kit.example.com' }],
  ['error: MAIL_FROM is shop@mail.example.org', { MAIL_FROM: 'shop@mail.example.org' }],
  ['error: SELLER_EMAIL is me@kit.test', { SELLER_EMAIL: 'me@kit.test' }],
  ['error: Mail is written to files', { SMTP_URL: '' }],
  ['error: Payments go to the sandbox', { PAYMENTS: 'sandbox', SMTP_URL: '' }],
  ['warning: Nobody is notified of sales', { SELLER_EMAIL: '' }],
  ['warning: TRUST_PROXY is not set', { TRUST_PROXY: '' }],
  ['warning: HOST=0.0.0.0 lets anybody', { HOST: '0.0.0.0' }],
  ['warning: PUBLIC_URL is http://localhost:3000', { PUBLIC_URL: '' }],
])('%s', (expected, change) => {
  expect(textOf(configurationFindings(configOf({ ...readyEnv, ...change })))).toContain(expected)
})
