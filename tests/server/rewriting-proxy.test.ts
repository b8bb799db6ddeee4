// Cloudflare's Email Address Obfuscation is on by default. It replaces the addresses in HTML by spans, which its script decodes. Our
// pages' policy refuses this script, so no page would show an address.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { expect, onTestFinished, test } from 'vitest'
import { createListener } from '../../server/http/listener.ts'
import { page } from '../../server/http/page.ts'
import { loadSite } from '../../server/http/site-files.ts'
import { generousGuard } from '../support/generous-guard.ts'
import { temporaryDirectory } from '../support/server-process.ts'

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a proxy that does what Cloudflare documents. It leaves an answer with `no-transform` as it is (RFC 9111 §5.2.2.6). */
const startRewriting = (origin: string) =>
  listen(
    createServer(async (request, response) => {
      const answer = await fetch(origin + request.url)
      const isRewritten =
        answer.headers.get('content-type')?.startsWith('text/html') &&
        !answer.headers.get('cache-control')?.includes('no-transform')
      const text = await answer.text()
      response.end(isRewritten ? text.replace(/[\w.+-]+@[\w.-]+\.\w+/g, '[email protected]') : text)
    }),
  )

test('a proxy that rewrites HTML leaves the pages of the site and of the server as they are', async () => {
  const folder = temporaryDirectory()
  onTestFinished(() => folder.remove())
  mkdirSync(path.join(folder.path, 'terms'))
  for (const file of ['index.html', '404.html', 'terms/index.html'])
    writeFileSync(path.join(folder.path, file), '<p>support@example.com</p>')
  const app = new Hono().get('/functions/page', () => page({ title: 'A', body: html`support@example.com` }))
  const site = loadSite(folder.path, { publicUrl: 'http://shop.example', payments: 'sandbox' })
  const proxy = await startRewriting(await listen(createListener(app, site, {}, generousGuard)))
  for (const address of ['/', '/terms', '/nowhere', '/functions/page'])
    expect(await (await fetch(proxy + address)).text(), address).toContain('support@example.com')
})
