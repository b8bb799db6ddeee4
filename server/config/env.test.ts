import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { type Config, describeProblems, isThisMachine, parseEnv } from './env.ts'

function configOf(env: Record<string, string>): Config {
  const result = parseEnv(env)
  if (!result.ok) throw new Error(describeProblems(result.problems))
  return result.config
}

/** The names of the variables that `parseEnv` refuses, in order. */
function invalidVariables(env: Record<string, string>): string[] {
  const result = parseEnv(env)
  return result.ok ? [] : result.problems.map((problem) => problem.variable)
}

const stripe = { STRIPE_SECRET_KEY: 'sk_test_123', KIT_FILE: 'kit.zip' }
const secret = '0123456789abcdef'.repeat(2)

test('without variables, the whole shop runs on this machine, with the sandbox and mail in files', () => {
  expect(configOf({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: path.resolve('data'),
    databaseUrl: null,
    payments: 'sandbox',
    stripe: null,
    smtpUrl: null,
    sellerEmail: 'seller@example.com',
    kitFile: null,
    linkSecret: null,
    allowedOrigins: [],
    trustProxy: 0,
  })
})

test('invisible characters are removed from an address', () => {
  expect(configOf({ SELLER_EMAIL: 'seller@example.com\u200b' }).sellerEmail).toBe('seller@example.com')
})

test('only the sandbox on this machine, which writes mail to files, has an address for notices', () => {
  expect(configOf({ SELLER_EMAIL: 'me@shop.example' }).sellerEmail).toBe('me@shop.example')
  expect(configOf({ STRIPE_SECRET_KEY: 'sk_test_1' }).sellerEmail).toBeNull()
  expect(configOf({ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'kit@shop.example' }).sellerEmail).toBeNull()
})

test('an empty variable counts as unset', () => {
  expect(configOf({ PORT: '', PUBLIC_URL: ' ', STRIPE_SECRET_KEY: '' })).toEqual(configOf({}))
})

test('the public address has the port by default, and loses its trailing slash', () => {
  expect(configOf({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(configOf({ PUBLIC_URL: 'http://localhost:3000/' }).publicUrl).toBe('http://localhost:3000')
})

test.each([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '3000x'],
  ['PUBLIC_URL', 'kit.example.com'],
  ['PUBLIC_URL', 'ftp://localhost'],
  ['PUBLIC_URL', 'http://localhost/shop'],
  ['PUBLIC_URL', 'http://user:secret@localhost'],
  ['VITE_SITE_URL', 'www.example.com'],
  ['VITE_FUNCTIONS_BASE_URL', 'shop.example.com'],
  ['DATABASE_URL', 'mysql://localhost/shop'],
  ['LINK_SECRET', 'short'],
  ['PAYMENTS', 'paypal'],
  ['STRIPE_API_URL', 'https://stripe.example.com'],
  ['STRIPE_API_URL', 'localhost'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_test_1'],
  ['SMTP_URL', 'smtp://user:p@ss/word@mail.example.com:587'],
  ['MAIL_FROM', 'Shop <shop@example.com>'],
  ['SELLER_EMAIL', 'a@example.com,b@example.com'],
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', 'https://a.example.com, https://b.example.com/path'],
  ['TRUST_PROXY', 'true'],
])('%s=%s is refused', (variable, value) => {
  expect(invalidVariables({ LINK_SECRET: secret, MAIL_FROM: 'shop@example.com', [variable]: value })).toEqual(
    [variable],
  )
})

test('a currency that the shop cannot count is reported with the reason', () => {
  expect(parseEnv({}, { ...catalog, currency: 'kwd' })).toMatchObject({
    problems: [
      {
        variable: 'currency in content/catalog.ts',
        problem: expect.stringContaining('has three decimals'),
      },
    ],
  })
})

test.each(['priceCents', 'listPriceCents', 'earlyBirdSeats'])('%s is a whole number', (name) => {
  const variable = `${name} in content/catalog.ts`
  const prices = (value: number) => parseEnv({}, { ...catalog, [name]: value })
  for (const value of [34800.5, -1, Number.NaN])
    expect(prices(value)).toMatchObject({ problems: [{ variable }] })
  expect(prices(34800).ok).toBe(true)
})

test('an error does not show a secret that is in the wrong variable', () => {
  const variables = { PORT: 'sk_live_123', PUBLIC_URL: 'https://ada:pa55word@kit.example.com/shop' }
  const result = parseEnv(variables)
  expect(result).toMatchObject({ ok: false })
  expect(JSON.stringify(result)).not.toMatch(/sk_live_123|pa55word/)
})

test('all problems are reported at once, each with its remedy', () => {
  const result = parseEnv({ PORT: 'x', SMTP_URL: 'http://mail', TRUST_PROXY: '-1', MAIL_FROM: 'a@b.example' })
  expect(result).toMatchObject({ ok: false })
  if (result.ok) return
  expect(result.problems.map((problem) => problem.variable)).toEqual(['PORT', 'SMTP_URL', 'TRUST_PROXY'])
  for (const { problem, remedy } of result.problems) {
    expect(describeProblems(result.problems)).toContain(problem)
    expect(describeProblems(result.problems)).toContain(remedy)
  }
})

describe('payments', () => {
  test('a Stripe key chooses Stripe', () => {
    expect(configOf({ ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toMatchObject({
      payments: 'stripe',
      stripe: { secretKey: 'sk_test_123', webhookSecret: 'whsec_1', apiUrl: null },
      kitFile: path.resolve('kit.zip'),
    })
  })
  test.each(['sk', 'rk'])('a live key, %s_live_, moves real money, and a test key does not', (kind) => {
    expect(configOf({ STRIPE_SECRET_KEY: `${kind}_live_123` })).toMatchObject({
      livemode: true,
      kitFile: null,
    })
    expect(configOf({ STRIPE_SECRET_KEY: `${kind}_test_123` }).livemode).toBe(false)
  })
  test('a publishable key is refused as a secret key', () => {
    expect(invalidVariables({ ...stripe, STRIPE_SECRET_KEY: 'pk_live_123' })).toEqual(['STRIPE_SECRET_KEY'])
  })
  test('PAYMENTS=stripe needs the key', () => {
    expect(invalidVariables({ PAYMENTS: 'stripe', KIT_FILE: 'kit.zip' })).toEqual(['STRIPE_SECRET_KEY'])
  })
  test('a public address refuses the sandbox unless PAYMENTS=sandbox', () => {
    const publicUrl = { PUBLIC_URL: 'https://kit.example.com' }
    expect(invalidVariables(publicUrl)).toEqual(['STRIPE_SECRET_KEY'])
    expect(configOf({ ...publicUrl, PAYMENTS: 'sandbox' }).payments).toBe('sandbox')
    expect(configOf({ ...publicUrl, ...stripe }).payments).toBe('stripe')
  })
  test('a public sandbox cannot send real mail', () => {
    const demonstration = { PUBLIC_URL: 'https://kit.example.com', PAYMENTS: 'sandbox' }
    const smtp = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'shop@example.com' }
    expect(invalidVariables({ ...demonstration, ...smtp })).toEqual(['SMTP_URL'])
    expect(configOf(smtp).smtpUrl).toBe(smtp.SMTP_URL)
    expect(configOf({ ...demonstration, ...smtp, ...stripe, PAYMENTS: '' }).smtpUrl).toBe(smtp.SMTP_URL)
  })
  test('the configuration says whether the sandbox was chosen or a key is missing', () => {
    expect(configOf({}).paymentsChosen).toBe(false)
    expect(configOf({ PAYMENTS: 'sandbox' }).paymentsChosen).toBe(true)
    expect(configOf(stripe).paymentsChosen).toBe(true)
  })
  test('PAYMENTS=sandbox has priority over a key that is set', () => {
    const live = { STRIPE_SECRET_KEY: 'sk_live_123', PAYMENTS: 'sandbox' }
    expect(configOf(live)).toMatchObject({ payments: 'sandbox', stripe: null, livemode: false })
  })
})

test('Postgres needs a link secret that all machines share', () => {
  const databaseUrl = { DATABASE_URL: 'postgres://shop@localhost/shop' }
  expect(invalidVariables(databaseUrl)).toEqual(['LINK_SECRET'])
  expect(invalidVariables({ DATABASE_URL: 'mysql://localhost/shop' })).toEqual([
    'DATABASE_URL',
    'LINK_SECRET',
  ])
  expect(configOf({ ...databaseUrl, LINK_SECRET: secret }).linkSecret).toBe(secret)
})

test('two link secrets are allowed while the secret is replaced', () => {
  const other = secret.toUpperCase()
  expect(configOf({ LINK_SECRET: `${other} , ${secret}` }).linkSecret).toBe(`${other},${secret}`)
  for (const bad of [`${secret},short`, `${secret},`, `${secret},${other},${secret}`])
    expect(invalidVariables({ LINK_SECRET: bad })).toEqual(['LINK_SECRET'])
})

test.each(['x'.repeat(64), 'secret'.repeat(8)])(
  'the link secret %s is refused because it is easy to guess',
  (guess) => {
    expect(invalidVariables({ LINK_SECRET: guess })).toEqual(['LINK_SECRET'])
  },
)

test('SMTP needs a sender', () => {
  const smtp = { SMTP_URL: 'smtps://user:p%40ss@mail.example.com:465' }
  expect(invalidVariables(smtp)).toEqual(['MAIL_FROM'])
  expect(invalidVariables({ SMTP_URL: 'mail.example.com' })).toEqual(['SMTP_URL', 'MAIL_FROM'])
  expect(configOf({ ...smtp, MAIL_FROM: 'shop@example.com' })).toMatchObject({ mailFrom: 'shop@example.com' })
})

test('allowed origins are separated by commas', () => {
  expect(configOf({ ALLOWED_ORIGINS: 'https://a.example, http://localhost:5173' }).allowedOrigins).toEqual([
    'https://a.example',
    'http://localhost:5173',
  ])
})

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1', true],
  ['http://[::1]:8080', true],
  ['http://shop.localhost', true],
  ['http://192.168.1.4', false],
  ['https://localhost.example.com', false],
  ['https://127.0.0.1.example.com', false],
])('whether %s is on this machine: %s', (url, expected) => {
  expect(isThisMachine(url)).toBe(expected)
})

describe('the address of the site', () => {
  const variables = { PUBLIC_URL: 'https://shop.kit.works', PAYMENTS: 'sandbox' }
  test('on a CDN is the address that buyers return to, and an allowed origin without a second setting', () => {
    const { siteUrl, allowedOrigins } = configOf({
      ...variables,
      VITE_SITE_URL: 'https://www.kit.works/',
      ALLOWED_ORIGINS: 'https://a.works',
    })
    expect(siteUrl).toBe('https://www.kit.works')
    expect(allowedOrigins).toEqual(['https://a.works', 'https://www.kit.works'])
  })
  test('is the public address by default', () => {
    const { siteUrl, allowedOrigins } = configOf(variables)
    expect(siteUrl).toBe('https://shop.kit.works')
    expect(allowedOrigins).toEqual([])
  })
})
