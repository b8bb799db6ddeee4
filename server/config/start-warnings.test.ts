import { expect, test } from 'vitest'
import { parseEnv } from './env.ts'
import { startWarnings } from './start-warnings.ts'

const warnings = (env: Record<string, string>) => {
  const result = parseEnv({ ...(env.STRIPE_SECRET_KEY ? {} : { PAYMENTS: 'sandbox' }), ...env })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return [...startWarnings(result.config)].map(({ what }) => what.split(' ')[0])
}
const PUBLIC_URL = 'https://kit.example.com'
const live = {
  STRIPE_SECRET_KEY: 'sk_live_51abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc123def456',
  TRUST_PROXY: '1',
}
const noSecret = { STRIPE_WEBHOOK_SECRET: '' }
const inTestMode = { ...live, STRIPE_SECRET_KEY: 'sk_test_51abc' }

test.each([
  ['a fresh clone', {}, []],
  ['a proxy with TRUST_PROXY', { PUBLIC_URL, TRUST_PROXY: '1' }, []],
  ['a proxy without TRUST_PROXY', { PUBLIC_URL }, ['TRUST_PROXY']],
  ['a proxy without a certificate', { PUBLIC_URL: 'http://kit.example.com' }, ['TRUST_PROXY']],
  ['no proxy', { PUBLIC_URL: 'http://kit.example.com', HOST: '0.0.0.0' }, []],
  ['other machines with the default address', { HOST: '0.0.0.0' }, ['HOST=0.0.0.0']],
  ['another port of this machine', { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' }, []],
  ['live payments', { ...live, PUBLIC_URL }, []],
  ['live payments without a certificate', { ...live, PUBLIC_URL: 'http://kit.example.com' }, ['PUBLIC_URL']],
  ['live payments tried on this machine', live, []],
  [
    'a live key sent elsewhere',
    { ...live, PUBLIC_URL, STRIPE_API_URL: 'https://evil.example' },
    ['STRIPE_API_URL'],
  ],
  ['live payments without a webhook', { ...live, PUBLIC_URL, ...noSecret }, ['STRIPE_WEBHOOK_SECRET']],
  ['a rehearsal without a webhook', { ...inTestMode, PUBLIC_URL, ...noSecret }, ['STRIPE_WEBHOOK_SECRET']],
  ['a test key tried on this machine', { ...inTestMode, ...noSecret }, []],
  ['a live key sent to Stripe', { ...live, PUBLIC_URL, STRIPE_API_URL: 'https://api.stripe.com' }, []],
  ['a test key with a stand-in', { ...inTestMode, PUBLIC_URL, STRIPE_API_URL: 'https://evil.example' }, []],
  ['a port beside the proxy', { PUBLIC_URL, TRUST_PROXY: '1', HOST: '0.0.0.0' }, ['HOST=0.0.0.0']],
])('%s', (_, env, expected) => {
  expect(warnings(env)).toEqual(expected)
})
