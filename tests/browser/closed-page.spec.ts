// The page that lets nothing out: every way that a script has to send something is tried from the page itself. The same ways are
// tried from the same page without its headers, where they work, so a way that the test tries wrongly is noticed.

import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { dryRun } from '#content/dry-run.ts'
import { pages } from '../../contract/paths.ts'
import { builtPages } from '../../server/http/built-pages.ts'
import { closedPageHeaders } from '../../server/http/closed-page.ts'

const file = builtPages(path.resolve('build/client')).get(pages.dryRun)
test.skip(!file, 'This product has no guardrails.')

interface Target {
  /** The page's own origin. */
  own: string
  /** Another origin, which takes every connection. */
  other: string
  /** A port of this machine that counts datagrams. */
  udp: number
}
type Way = (target: Target) => unknown

/** Runs in the page. Each way carries `secret` in what it sends. */
const ways: Record<string, Way> = {
  fetch: ({ own }) => fetch(`${own}/secret`),
  'fetch of another origin': ({ other }) => fetch(`${other}/secret`, { mode: 'no-cors' }),
  XMLHttpRequest: ({ own }) => {
    const request = new XMLHttpRequest()
    request.open('GET', `${own}/secret`)
    request.send()
  },
  WebSocket: ({ own }) => new WebSocket(`${own.replace('http', 'ws')}/secret`),
  EventSource: ({ own }) => new EventSource(`${own}/secret`),
  beacon: ({ own }) => navigator.sendBeacon(`${own}/secret`, 'secret'),
  picture: ({ own }) => Object.assign(new Image(), { src: `${own}/secret` }),
  'picture of another origin': ({ other }) => Object.assign(new Image(), { src: `${other}/secret` }),
  ping: ({ own }) => {
    const link = Object.assign(document.createElement('a'), { href: '#x', ping: `${own}/secret` })
    document.body.append(link)
    link.click()
  },
  form: ({ own }) => {
    const form = Object.assign(document.createElement('form'), { action: `${own}/secret`, method: 'post' })
    document.body.append(form)
    form.submit()
  },
  frame: ({ own }) =>
    document.body.append(Object.assign(document.createElement('iframe'), { src: `${own}/secret` })),
  object: ({ own }) =>
    document.body.append(Object.assign(document.createElement('object'), { data: `${own}/secret` })),
  video: ({ own }) =>
    document.body.append(Object.assign(document.createElement('video'), { src: `${own}/secret` })),
  'script element': ({ own }) => {
    const script = document.createElement('script')
    script.setAttribute('src', `${own}/secret`)
    document.head.append(script)
  },
  // The bundler of the test must not see an import.
  'import()': ({ own }) => {
    const url = `${own}/secret`
    return import(url)
  },
  'style sheet': ({ own }) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${own}/secret` }),
    ),
  FontFace: ({ own }) => new FontFace('x', `url(${own}/secret)`).load(),
  prefetch: ({ own }) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'prefetch', href: `${own}/secret` }),
    ),
  modulepreload: ({ own }) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `${own}/secret` }),
    ),
  preload: ({ own }) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href: `${own}/secret` }),
    ),
  preconnect: ({ other }) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: other })),
  manifest: ({ own }) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'icon', href: `${own}/secret` }),
    ),
  worklet: ({ own }) => new AudioContext().audioWorklet.addModule(`${own}/secret`),
  worker: ({ own }) => new Worker(`${own}/secret`),
  'service worker': ({ own }) => navigator.serviceWorker.register(`${own}/secret`),
  'speculation rules': ({ own }) => {
    const script = Object.assign(document.createElement('script'), { type: 'speculationrules' })
    script.textContent = JSON.stringify({ prefetch: [{ urls: [`${own}/secret`], eagerness: 'immediate' }] })
    document.head.append(script)
  },
  navigation: ({ own }) => location.assign(`${own}/secret`),
  'navigation to another origin': ({ other }) => location.assign(`${other}/secret`),
  'navigation to a linked page with a query': ({ own }) => location.assign(`${own}/blog?secret`),
  'navigation of a link that a script changed': ({ own }) => {
    const link = document.querySelector<HTMLAnchorElement>('main a')
    if (link) link.href = `${own}/secret`
    link?.click()
  },
  'meta refresh': ({ own }) => {
    const meta = document.createElement('meta')
    meta.httpEquiv = 'refresh'
    meta.content = `0; url=${own}/secret`
    document.head.append(meta)
  },
  'window.open': ({ own }) => void open(`${own}/secret`),
  WebRTC: async ({ udp }) => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${udp}` }] })
    connection.createDataChannel('x')
    await connection.setLocalDescription()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  },
}

/** Not observable from a page without the headers: headless Chromium does not fetch icons. */
const unseen = ['manifest']

/** Serves the built page with or without its headers, and notes everything that arrives. */
async function serve(withHeaders: boolean) {
  const html = readFileSync(file ?? '', 'utf8')
  const arrived: string[] = []
  let headers: Record<string, string> = {}
  const server = createServer((request, response) => {
    if (request.url !== pages.dryRun) arrived.push(request.url ?? '')
    const isPage = request.url === pages.dryRun
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html', ...(isPage ? headers : {}) })
    response.end(isPage ? html : '')
  })
  server.on('upgrade', (request, socket) => {
    arrived.push(request.url ?? '')
    socket.destroy()
  })
  const other = createTcpServer((socket) => {
    arrived.push('a connection to the other origin')
    socket.destroy()
  })
  const udp = createSocket('udp4', () => arrived.push('a datagram'))
  await Promise.all([
    new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve)),
  ])
  const portOf = ({ port }: AddressInfo) => port
  const own = `http://localhost:${portOf(server.address() as AddressInfo)}`
  if (withHeaders) headers = closedPageHeaders(html, own) ?? {}
  const target: Target = {
    own,
    other: `http://127.0.0.1:${portOf(other.address() as AddressInfo)}`,
    udp: udp.address().port,
  }
  return {
    target,
    arrived,
    async [Symbol.asyncDispose]() {
      udp.close()
      server.closeAllConnections()
      await Promise.all([server, other].map((one) => new Promise((resolve) => one.close(resolve))))
    },
  }
}

/** Tries a way from a fresh page, and waits until what it sends would have arrived. */
async function attempt(page: Page, way: Way, target: Target) {
  await page.goto(target.own + pages.dryRun)
  await page
    .evaluate(`Promise.resolve((${way})(${JSON.stringify(target)})).catch(() => {}); 0`)
    .catch(() => {})
  await page.waitForTimeout(way === ways.WebRTC ? 1500 : 500)
}

for (const [name, way] of Object.entries(ways)) {
  test(`${name} does not leave the page`, async ({ page }) => {
    await using closed = await serve(true)
    await attempt(page, way, closed.target)
    expect(closed.arrived).toEqual([])
  })

  test(`${name} leaves a page without the headers`, async ({ page }) => {
    test.skip(unseen.includes(name))
    await using open = await serve(false)
    await attempt(page, way, open.target)
    expect(open.arrived.length).toBeGreaterThan(0)
  })
}

test('the page says which engine shows it, and makes one request', async ({ page, browser }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(pages.dryRun, { waitUntil: 'networkidle' })
  const [version = ''] = browser.version().split('.')
  await expect(page.locator('[data-here]')).toHaveText(dryRun.closed.here.all.replace('{version}', version))
  expect(requested).toEqual([pages.dryRun])
})

test('the links of the page work, and reloading it too', async ({ page }) => {
  await page.goto(pages.dryRun)
  await page.reload()
  await page.getByRole('link', { name: dryRun.limits.buy }).click()
  await expect(page).toHaveURL(/\/#pricing$/)
  await expect(page.locator('#pricing')).toBeInViewport()
})
