import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { silentLog } from '../log/log.ts'
import { clientIp, clientNetwork, warnAboutProxy } from './client.ts'

async function ipOf(trustProxy: number, forwarded?: string, remoteAddress = '::ffff:10.0.0.9') {
  const app = new Hono().get('/', (c) => c.text(clientIp(c, trustProxy)))
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })
  return answer.text()
}

test('without a proxy, the header is ignored', async () => {
  expect(await ipOf(0, '203.0.113.7')).toBe('10.0.0.9')
})

test('each trusted hop takes one address from the right', async () => {
  expect(await ipOf(1, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  expect(await ipOf(2, '198.51.100.1, 203.0.113.7')).toBe('198.51.100.1')
})

test('the port is not part of the client address', async () => {
  expect(await ipOf(1, '203.0.113.7:51234')).toBe('203.0.113.7')
  expect(await ipOf(1, '[2001:db8::7]:51234')).toBe('2001:db8::7')
  expect(await ipOf(1, '[2001:db8::7]')).toBe('2001:db8::7')
  expect(await ipOf(1, '2001:db8::7')).toBe('2001:db8::7')
})

test('with too few or invalid addresses, the client is the peer', async () => {
  expect(await ipOf(3, '203.0.113.7')).toBe('10.0.0.9')
  expect(await ipOf(1)).toBe('10.0.0.9')
  expect(await ipOf(1, '<script>')).toBe('10.0.0.9')
})

test('without a socket, the client is "unknown"', async () => {
  const app = new Hono().get('/', (c) => c.text(clientIp(c, 0)))
  expect(await (await app.request('/')).text()).toBe('unknown')
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:1:2::9', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', 'unknown'],
])('%s is in the network %s', (ip, network) => {
  expect(clientNetwork(ip)).toBe(network)
})

test('a proxy that is not configured brings one warning', async () => {
  const warnings: string[] = []
  const log = { ...silentLog, warn: (event: string) => void warnings.push(event) }
  for (const trustProxy of [0, 1]) {
    const app = new Hono().use(warnAboutProxy(trustProxy, log)).get('/', (c) => c.text('ok'))
    await app.request('/')
    expect(warnings).toHaveLength(trustProxy)
    for (let n = 0; n < 3; n++) await app.request('/', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  }
  expect(warnings).toEqual(['proxy.not_trusted'])
})
