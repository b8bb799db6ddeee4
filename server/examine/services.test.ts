import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { configOf, findingsOf, textOf } from '../../tests/support/doctor.ts'
import { temporaryDirectory } from '../../tests/support/server-process.ts'
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
  expect(text).toContain('error: Stripe does not answer')
  expect(text).toContain('error: KIT_FILE /nonexistent/kit.zip does not exist')
})
