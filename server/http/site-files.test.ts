import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSite } from './site-files.ts'

const outside = mkdtempSync(path.join(tmpdir(), 'static-'))
const root = path.join(outside, 'client')
const config = { publicUrl: 'https://shop.example', payments: 'sandbox' } as const
const home = '<h1>home</h1>'.repeat(100)
let server: Server

function write(file: string, content: string | Buffer) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), content)
}

/** Sends the path exactly as written. `fetch` would normalize it. */
function fetchRaw(target: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request({ port, path: target, headers, method }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            body: Buffer.concat(chunks),
          }),
        )
      })
      sent.on('error', reject)
      sent.end()
    },
  )
}

beforeAll(async () => {
  writeFileSync(path.join(outside, 'secret.txt'), 'secret')
  write('index.html', home)
  write('index.html.br', brotliCompressSync(home))
  write('index.html.gz', gzipSync(home))
  write('blog/index.html', 'blog')
  write('blog/a post/index.html', 'post')
  write('404.html', 'no page')
  write('blog/404/index.html', 'no post')
  write('assets/app-abc123.js', 'script')
  write('.vite/manifest.json', '{}')
  for (const file of ['kit/files.json', 'rss.xml', 'sitemap.xml', 'sample.zip', 'blog/a-post.md'])
    write(file, 'of this build')
  write('share.png', 'picture')
  write('payment-success/index.html', '<script>thanks()</script>')
  const former = { '/rss.xml': '/gone', '/old': '/blog#posts', '/tags/': '/blog' }
  server = createServer(loadSite(root, config, former).handle).listen(0)
})

afterAll(() => {
  server.close()
  rmSync(outside, { recursive: true })
})

test('a page has its length, revalidation, Vary and its own headers', async () => {
  const answer = await fetchRaw('/')
  expect(answer.status).toBe(200)
  expect(answer.body.toString()).toBe(home)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(home.length),
    'cache-control': 'no-cache, no-transform',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  [200, '/', 'GET'],
  [308, '/blog/', 'GET'],
  [404, '/nothing', 'GET'],
  [405, '/', 'POST'],
])('a %s also has the headers of every answer', async (status, target, method) => {
  const answer = await fetchRaw(target, {}, method)
  expect(answer).toMatchObject({ status, headers: { 'x-content-type-options': 'nosniff' } })
})

test('the client gets the smallest coding that it accepts, and each coding has a separate ETag', async () => {
  const plain = await fetchRaw('/')
  const br = await fetchRaw('/', { 'accept-encoding': 'gzip, br' })
  const gzip = await fetchRaw('/', { 'accept-encoding': 'gzip, br;q=0' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.body).toString()).toBe(home)
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(new Set([plain, br, gzip].map((answer) => answer.headers.etag)).size).toBe(3)
})

test.each([
  ['', undefined],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['gzip;q=0, br; q=0.0', undefined],
  ['GZIP;q=1.0, BR ;q=0.5', 'br'],
  ['brotli, gzip', 'gzip'],
])('for the Accept-Encoding %j, the coding is %s', async (header, coding) => {
  const answer = await fetchRaw('/', { 'accept-encoding': header })
  expect(answer.headers['content-encoding']).toBe(coding)
})

test('without a file in the requested coding, the client gets another coding', async () => {
  const answer = await fetchRaw('/blog', { 'accept-encoding': 'br' })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.headers.vary).toBeUndefined()
  expect(answer.body.toString()).toBe('blog')
})

test('a client gets 304 only for the coding that it has', async () => {
  const br = await fetchRaw('/', { 'accept-encoding': 'br' })
  const etag = br.headers.etag ?? ''
  for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await fetchRaw('/', { 'accept-encoding': 'br', 'if-none-match': value })
    expect(again.status).toBe(304)
    expect(again.body.length).toBe(0)
    expect(again.headers).toMatchObject({
      etag,
      'cache-control': 'no-cache, no-transform',
      vary: 'Accept-Encoding',
    })
    expect(again.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  }
  expect((await fetchRaw('/', { 'if-none-match': etag })).status).toBe(200)
})

test('HEAD gets headers without a body; other methods get a list of the allowed methods', async () => {
  const head = await fetchRaw('/', {}, 'HEAD')
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(home.length) } })
  expect(head.body.length).toBe(0)
  const post = await fetchRaw('/', {}, 'POST')
  expect(post).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
})

test('each page has one address', async () => {
  expect(await fetchRaw('/blog/?page=2')).toMatchObject({
    status: 308,
    headers: { location: '/blog?page=2' },
  })
  expect((await fetchRaw('/blog/index.html')).status).toBe(404)
  expect((await fetchRaw('/blog/a%20post')).body.toString()).toBe('post')
  expect(await fetchRaw('/blog/a%20post/')).toMatchObject({
    status: 308,
    headers: { location: '/blog/a%20post' },
  })
})

test.each([
  ['/old', '/blog#posts'],
  ['/old/', '/blog#posts'],
  ['/old).', '/blog#posts'],
  ['/old?page=2', '/blog#posts'],
  ['/tags/one', '/blog'],
  ['/tags/one/', '/blog'],
])('the former address %s leads to %s', async (target, location) => {
  expect(await fetchRaw(target)).toMatchObject({ status: 301, headers: { location } })
})

test('a former address is only what the table says, and a file of the site wins', async () => {
  for (const target of ['/older', '/old/er', '/tags', '/__proto__'])
    expect((await fetchRaw(target)).status, target).toBe(404)
  expect((await fetchRaw('/rss.xml')).status).toBe(200)
})

test.each(['.', ')', ').', '%3E', '%3E.'])(
  'an address with %s of the sentence around it leads to its page',
  async (end) => {
    expect(await fetchRaw(`/blog${end}?page=2`)).toMatchObject({
      status: 308,
      headers: { location: '/blog?page=2' },
    })
    expect((await fetchRaw(`/nothing${end}`)).status).toBe(404)
  },
)

test('clients may cache hashed files forever', async () => {
  expect((await fetchRaw('/assets/app-abc123.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
})

test.each([
  ['/kit/files.json', 'no-cache'],
  ['/rss.xml', 'no-cache'],
  ['/sitemap.xml', 'no-cache'],
  ['/sample.zip', 'no-cache'],
  ['/blog/a-post.md', 'no-cache'],
  ['/share.png', 'public, max-age=3600'],
])('after a deploy, clients get %s by the rule %s', async (address, rule) => {
  const answer = await fetchRaw(address)
  expect(answer.headers['cache-control']).toBe(rule)
  const again = await fetchRaw(address, { 'if-none-match': answer.headers.etag ?? '' })
  expect(again.status).toBe(304)
})

test.each([
  ['/nothing', 'no page'],
  ['/404', 'no page'],
  ['/blog/nothing', 'no post'],
  ['/blog/404', 'no post'],
  ['/blog/nothing/', 'no post'],
  ['/blog/nothing/more', 'no page'],
  ['/blog/../secret.txt', 'no page'],
  ['/../secret.txt', 'no page'],
  ['/%2e%2e/secret.txt', 'no page'],
  ['/..%2fsecret.txt', 'no page'],
  ['//evil.example/', 'no page'],
  ['/.vite/manifest.json', 'no page'],
  ['/index.html.br', 'no page'],
  ['/__proto__', 'no page'],
])('%s gets a 404 with "%s"', async (target, body) => {
  const answer = await fetchRaw(target)
  expect(answer.status).toBe(404)
  expect(answer.body.toString()).toBe(body)
})

test('a not-found page is never "not modified"', async () => {
  const { etag } = (await fetchRaw('/nothing')).headers
  expect((await fetchRaw('/nothing', { 'if-none-match': etag ?? '' })).status).toBe(404)
})

test('without a build, there is a clear 404', async () => {
  const empty = createServer(loadSite(path.join(outside, 'none'), config).handle).listen(0)
  const answer = await fetch(`http://localhost:${(empty.address() as AddressInfo).port}/`)
  empty.close()
  expect(answer.status).toBe(404)
})

test('each page has a policy that fits its content, and so has a not-found page', async () => {
  const policyOf = async (target: string) => (await fetchRaw(target)).headers['content-security-policy']
  expect(await policyOf('/payment-success')).toContain("script-src 'sha256-")
  expect(await policyOf('/payment-success')).toContain("form-action 'self' https://shop.example;")
  expect(await policyOf('/nothing')).toMatch(/^default-src 'none'; img-src/)
})

test('other websites may embed the pictures of link previews, and nothing else', async () => {
  const policyOf = async (target: string) => (await fetchRaw(target)).headers['cross-origin-resource-policy']
  expect(await policyOf('/share.png')).toBe('cross-origin')
  for (const other of ['/', '/sample.zip', '/nothing']) expect(await policyOf(other)).toBe('same-origin')
})

// An opener policy would start another process before the first paint (docs/decisions/007-what-the-first-paint-carries.md).
test('pages have the headers of documents without an opener policy, and other files have none of them', async () => {
  const headersOf = async (target: string) => {
    const { headers } = await fetchRaw(target)
    return [headers['cross-origin-opener-policy'], headers['permissions-policy']]
  }
  for (const page of ['/', '/blog', '/nothing'])
    expect(await headersOf(page)).toEqual(['unsafe-none', expect.stringContaining('camera=()')])
  for (const file of ['/sample.zip', '/share.png'])
    expect(await headersOf(file)).toEqual([undefined, undefined])
})
