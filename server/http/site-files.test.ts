import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSite } from './site-files.ts'

const root = mkdtempSync(path.join(tmpdir(), 'site-'))
let server: Server

const get = (target: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${target}`)

beforeAll(async () => {
  for (const [folder, content] of [
    ['', '<script>home()</script>'],
    ['404', 'no page'],
    ['blog', 'posts'],
    ['blog/404', 'no post'],
    ['payment-success', 'thanks'],
  ] as const) {
    mkdirSync(path.join(root, folder), { recursive: true })
    writeFileSync(path.join(root, folder, 'index.html'), content)
  }
  writeFileSync(path.join(root, 'file.txt'), 'text')
  writeFileSync(path.join(root, 'share.png'), 'picture')
  const config = { publicUrl: 'https://shop.example', payments: 'sandbox' } as const
  server = createServer(loadSite(root, config).handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  rmSync(root, { recursive: true })
})

test.each([
  ['/nothing', 'no page'],
  ['/404', 'no page'],
  ['/blog/nothing', 'no post'],
  ['/blog/nothing/', 'no post'],
  ['/blog/404', 'no post'],
  ['/blog/nothing/more', 'no page'],
])('%s gets a 404 with "%s"', async (target, text) => {
  const answer = await get(target)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toBe(text)
})

test('each page has a policy that fits its content, and so has a not-found page', async () => {
  const policyOf = async (target: string) => (await get(target)).headers.get('content-security-policy')
  expect(await policyOf('/')).toContain("script-src 'sha256-")
  expect(await policyOf('/')).toContain("form-action 'self' https://shop.example;")
  expect(await policyOf('/nothing')).toMatch(/^default-src 'none'; img-src/)
})

test('other websites may embed the pictures of link previews, and nothing else', async () => {
  const policyOf = async (target: string) => (await get(target)).headers.get('cross-origin-resource-policy')
  expect(await policyOf('/share.png')).toBe('cross-origin')
  for (const other of ['/', '/file.txt', '/nothing']) expect(await policyOf(other)).toBe('same-origin')
})

// An opener policy would start another process before the first paint (docs/decisions/007-what-the-first-paint-carries.md).
test('pages have the headers of documents without an opener policy, and other files have none of them', async () => {
  const headersOf = async (target: string) => {
    const { headers } = await get(target)
    return [headers.get('cross-origin-opener-policy'), headers.get('permissions-policy')]
  }
  for (const page of ['/', '/blog', '/nothing'])
    expect(await headersOf(page)).toEqual(['unsafe-none', expect.stringContaining('camera=()')])
  for (const file of ['/file.txt', '/share.png']) expect(await headersOf(file)).toEqual([null, null])
})
