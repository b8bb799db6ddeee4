import { expect, test } from 'vitest'
import { parseEnv } from './env.ts'
import { proxyWarnings } from './start-warnings.ts'

const warnings = (env: Record<string, string>) => {
  const result = parseEnv({ PAYMENTS: 'sandbox', ...env })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return [...proxyWarnings(result.config)].map(({ what }) => what.split(' ')[0])
}
const PUBLIC_URL = 'https://kit.example.com'

test.each([
  ['a fresh clone', {}, []],
  ['a proxy with TRUST_PROXY', { PUBLIC_URL, TRUST_PROXY: '1' }, []],
  ['a proxy without TRUST_PROXY', { PUBLIC_URL }, ['TRUST_PROXY']],
  ['a proxy without a certificate', { PUBLIC_URL: 'http://kit.example.com' }, ['TRUST_PROXY']],
  ['no proxy', { PUBLIC_URL: 'http://kit.example.com', HOST: '0.0.0.0' }, []],
  ['a port beside the proxy', { PUBLIC_URL, TRUST_PROXY: '1', HOST: '0.0.0.0' }, ['HOST=0.0.0.0']],
])('%s', (_, env, expected) => {
  expect(warnings(env)).toEqual(expected)
})
