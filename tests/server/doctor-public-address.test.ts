import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { publicAddressFindings, redirectFindings } from '../../operator/doctor/public-address.ts'
import { makeCertificate } from '../support/certificate.ts'
import { lookupThisMachine as lookup, textOf } from '../support/doctor.ts'
import { freePort, temporaryDirectory } from '../support/server-process.ts'

const folder = temporaryDirectory()
const certificate = makeCertificate(folder.path, 'shop.kit.works', 60)
const other = makeCertificate(folder.path, 'other.works', 60)
afterAll(() => folder.remove())

let servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed))
})

async function serve(listener: RequestListener, tls = certificate) {
  const server = createServer(tls, listener).listen(0, '127.0.0.1')
  servers = [...servers, server]
  await once(server, 'listening')
  return `https://shop.kit.works:${(server.address() as AddressInfo).port}`
}

const home = '<!doctype html><title>Kit</title>'
const page: RequestListener = (_, response) => response.end(home)

async function findings(
  url: string,
  { ca = certificate.cert, now = Date.now(), built = home as string | null } = {},
) {
  const found = await publicAddressFindings(url, built, { route: { lookup, ca }, now })
  return textOf(found)
}

test('the built home page behind a trusted certificate has no findings', async () => {
  expect(await findings(await serve(page))).toBe('')
})

test('no answer', async () => {
  expect(await findings(`https://shop.kit.works:${await freePort()}`)).toMatch(
    /^error: https:\/\/shop\.kit\.works:\d+ cannot be reached from this machine: /,
  )
})

test('a name that does not exist', async () => {
  const found = await publicAddressFindings('https://shop.invalid', home)
  expect(found[0]?.what).toMatch(/cannot be reached/)
})

test.each([
  ['an unknown authority', certificate, other.cert],
  ['another name', other, other.cert],
])('a certificate of %s', async (_, tls, ca) => {
  expect(await findings(await serve(page, tls), { ca })).toMatch(
    /^error: The certificate of shop\.kit\.works:\d+ is not trusted: \w/,
  )
})

test('a certificate that expires soon', async () => {
  const now = Date.now() + 50 * 86_400_000
  expect(await findings(await serve(page), { now })).toMatch(/^warning: The certificate .* expires in 9 days/)
})

test('an error of the proxy, and a page other than the built one', async () => {
  const bad = await serve((_, response) => response.writeHead(502).end())
  expect(await findings(bad)).toMatch(/^error: .* answers 502 instead of the home page/)
  const old = await serve((_, response) => response.end('old'))
  expect(await findings(old)).toMatch(/^warning: .* does not show the home page of the last build/)
  expect(await findings(old, { built: null })).toBe('')
})

test('plain HTTP that is not redirected', async () => {
  const plain = createHttpServer(page).listen(0, '127.0.0.1')
  servers = [...servers, plain]
  await once(plain, 'listening')
  const { port } = plain.address() as AddressInfo
  const found = await redirectFindings(`http://shop.kit.works:${port}`, 'https://shop.kit.works', { lookup })
  expect(found[0]?.what).toContain('does not redirect to https://shop.kit.works')
})
