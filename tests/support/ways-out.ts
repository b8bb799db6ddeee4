// Every way that a script of a page has to send something, and a server that notes what arrives.
import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parsePage } from '../../server/http/html-elements.ts'
import { closedPageHeaders } from '../../server/http/page-policy.ts'

interface Target {
  /** The page's own origin. */
  own: string
  /** Another origin, which takes every connection. */
  other: string
  /** A port of this machine that counts datagrams. */
  udp: number
}
type Way = (target: Target) => unknown

/** Run in the page. Each sends `secret`, which `trying` replaces by a name. */
export const ways: Record<string, Way> = {
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
  icon: ({ own }) =>
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

/** Ways that end the page. The others can be tried together. */
export const leaving = [
  'form',
  'navigation',
  'navigation to another origin',
  'navigation to a linked page with a query',
  'navigation of a link that a script changed',
  'meta refresh',
  'window.open',
]

const slug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-')

/** @returns a script for the page that tries these ways */
export const trying = (names: string[], target: Target): string =>
  `${names
    .map(
      (name) =>
        `(async () => (${String(ways[name]).replaceAll('secret', slug(name))})(${JSON.stringify(target)}))().catch(() => {})`,
    )
    .join(';')}; 0`

const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )

/**
 * Serves a page and notes every way whose message arrives.
 * @param chosen the page's headers, of those of a closed page
 */
export async function servePage(
  address: string,
  html: string,
  chosen: (headers: Record<string, string>) => Record<string, string>,
) {
  const arrived = new Set<string>()
  const withoutScripts = html.replace(/<script\b.*?<\/script>/gs, '')
  let headers: Record<string, string> = {}
  const note = (url = '') => {
    for (const name of Object.keys(ways)) if (new RegExp(`[/?]${slug(name)}$`).test(url)) arrived.add(name)
  }
  const answer = () =>
    createServer((request, response) => {
      const isBare = request.url === `${address}?bare`
      const isPage = request.url === address || isBare
      note(request.url)
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html', ...(isPage && headers) })
      response.end(isPage ? (isBare ? withoutScripts : html) : '')
    }).on('upgrade', (request, socket) => {
      note(request.url)
      socket.destroy()
    })
  const [server, other] = [answer(), answer()]
  const udp = createSocket('udp4', () => arrived.add('WebRTC'))
  const [port, otherPort] = await Promise.all([listen(server), listen(other)])
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  const own = `http://localhost:${port}`
  headers = chosen(closedPageHeaders(parsePage(html), own) ?? {})
  const target: Target = { own, other: `http://127.0.0.1:${otherPort}`, udp: udp.address().port }
  return {
    target,
    url: own + address,
    /** The page with its headers, but without its scripts. */
    bare: `${own}${address}?bare`,
    arrived,
    async [Symbol.asyncDispose]() {
      udp.close()
      for (const one of [server, other]) one.closeAllConnections()
      await Promise.all([server, other].map((one) => new Promise((resolve) => one.close(resolve))))
    },
  }
}
