import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { configOf, findingsOf, textOf } from '../../tests/support/doctor.ts'
import { temporaryDirectory } from '../../tests/support/server-process.ts'
import { startStripeStandIn } from '../../tests/support/stripe-stand-in.ts'
import { serviceGroups } from './services.ts'

const data = temporaryDirectory()
afterAll(data.remove)

test('a shop that was never started has no database, and doctor creates none', async () => {
  const findings = findingsOf(
    await serviceGroups(configOf({ DATA_DIR: path.join(data.path, 'none') }), Date.now),
  )
  expect(textOf(findings)).toBe('warning: The shop has not been started yet.')
})

test('a missing kit is an error, and so are a mail server and a provider that do not answer', async () => {
  const config = configOf({
    DATA_DIR: data.path,
    KIT_FILE: '/nonexistent/kit.zip',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_API_URL: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@kit.works',
  })
  const text = textOf(findingsOf(await serviceGroups(config, Date.now)))
  expect(text).toContain('error: The mail server does not take mail')
  expect(text).toContain('error: The call to Stripe failed')
  expect(text).toContain('error: KIT_FILE /nonexistent/kit.zip does not exist')
})

test.each([
  ['read or make checkouts', ['GET /v1/checkout/sessions', 'POST /v1/checkout/sessions']],
  ['make checkouts', ['POST /v1/checkout/sessions']],
  ['make refunds', ['POST /v1/refunds']],
])('a key that may not %s lacks a permission', async (_, routes) => {
  const stripe = await startStripeStandIn()
  for (const route of routes) stripe.faults.add(route, '403')
  const config = configOf({ DATA_DIR: data.path, SMTP_URL: '', ...stripe.env })
  const findings = findingsOf(await serviceGroups(config, Date.now))
  await stripe.stop()
  expect(findings.filter(({ what }) => what.includes('Stripe'))).toEqual([
    {
      severity: 'error',
      what: expect.stringMatching(/^Stripe: Having the 'rak_\w+' permission/),
      remedy: expect.stringContaining('restricted key'),
    },
  ])
})
