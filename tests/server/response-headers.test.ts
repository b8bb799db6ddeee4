import { afterAll, beforeAll, expect, test } from 'vitest'
import { functions, pages, sellerPath } from '../../contract/paths.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'

const data = temporaryDirectory()
let server: ServerProcess
beforeAll(async () => {
  server = await startServer(data.path, { PUBLIC_URL: 'https://shop.example', PAYMENTS: 'sandbox' })
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  data.remove()
})

/** What Mozilla's HTTP Observatory asks of a response (https://developer.mozilla.org/observatory/docs/tests_and_scoring). */
test.each([
  pages.home,
  pages.terms,
  pages.paymentSuccess,
  '/nowhere',
  '/blog/nowhere',
  '/sandbox/mail',
  functions.offer,
  functions.download('nobody'),
  sellerPath('nobody'),
  functions.unsubscribe('nobody'),
  '/functions/v1/nowhere',
])('%s has the headers that protect a visitor', async (address) => {
  const { headers } = await fetch(server.url + address, { headers: { accept: 'text/html' } })
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none';/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toContain('form-action')
  expect(policy).not.toContain("'unsafe-")
  expect(policy).not.toMatch(/script-src [^;]*https?:/)
  expect(headers.get('strict-transport-security')).toMatch(/max-age=(\d{8,})/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toMatch(/no-referrer|same-origin|strict-origin/)
  expect(headers.get('cross-origin-resource-policy')).toMatch(/same-origin|same-site/)
  expect(headers.get('set-cookie')).toBeNull()
})

test('a sandbox that others can reach has no mailbox', async () => {
  expect((await fetch(`${server.url}/sandbox/mail`)).status).toBe(404)
})
