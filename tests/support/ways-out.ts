// Every way that a script of a page has to send something, and a server that notes what arrives.
import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { parsePage } from '../../server/http/html-elements.ts'
import { closedPageHeaders } from '../../server/http/page-policy.ts'
import { listen } from './server-process.ts'

interface Target {
  /** The page's own origin. */
  own: string
  /** Another origin, which takes every connection. */
  other: string
  /** A port of this machine that counts datagrams. */
  udp: number
}

/** @returns a script that adds an element. @param set its properties */
const add = (tag: string, set: string, parent: 'head' | 'body' = 'head') =>
  `document.${parent}.append(Object.assign(document.createElement('${tag}'), { ${set} }))`

/** Scripts of the page. Each sends something to `url` or, with the same name, to `elsewhere`. */
export const ways: Record<string, string> = {
  fetch: 'fetch(url)',
  'fetch of another origin': "fetch(elsewhere, { mode: 'no-cors' })",
  XMLHttpRequest: "const request = new XMLHttpRequest(); request.open('GET', url); request.send()",
  WebSocket: "new WebSocket(url.replace('http', 'ws'))",
  EventSource: 'new EventSource(url)',
  beacon: "navigator.sendBeacon(url, 'secret')",
  picture: 'new Image().src = url',
  'picture of another origin': 'new Image().src = elsewhere',
  ping: `${add('a', "id: 'ping', href: '#x', ping: url", 'body')}; document.querySelector('#ping').click()`,
  form: `${add('form', "id: 'send', action: url, method: 'post'", 'body')}; document.querySelector('#send').submit()`,
  frame: add('iframe', 'src: url', 'body'),
  object: add('object', 'data: url', 'body'),
  video: add('video', 'src: url', 'body'),
  'script element':
    "const one = document.createElement('script'); one.setAttribute('src', url); document.head.append(one)",
  'import()': 'import(url)',
  'style sheet': add('link', "rel: 'stylesheet', href: url"),
  FontFace: "new FontFace('x', 'url(' + url + ')').load()",
  prefetch: add('link', "rel: 'prefetch', href: url"),
  modulepreload: add('link', "rel: 'modulepreload', href: url"),
  preload: add('link', "rel: 'preload', as: 'image', href: url"),
  preconnect: add('link', "rel: 'preconnect', href: elsewhere"),
  icon: add('link', "rel: 'icon', href: url"),
  worklet: 'new AudioContext().audioWorklet.addModule(url)',
  worker: 'new Worker(url)',
  'service worker': 'navigator.serviceWorker.register(url)',
  'speculation rules': add(
    'script',
    "type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ urls: [url], eagerness: 'immediate' }] })",
  ),
  navigation: 'location.assign(url)',
  'navigation to another origin': 'location.assign(elsewhere)',
  'navigation to a linked page with a query': "location.assign(url.replace(/\\/([^/]*)$/, '/blog?$1'))",
  'navigation of a link that a script changed':
    "const link = document.querySelector('main a'); link.href = url; link.click()",
  'meta refresh': add('meta', "httpEquiv: 'refresh', content: '0; url=' + url"),
  'window.open': 'open(url)',
  WebRTC: `const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:' + udp }] })
    connection.createDataChannel('x')
    await connection.setLocalDescription()
    await new Promise((resolve) => setTimeout(resolve, 1000))`,
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
export const trying = (names: string[], { own, other, udp }: Target): string =>
  `${names
    .map(
      (name) =>
        `(async (url, elsewhere, udp) => { ${ways[name]} })('${own}/${slug(name)}', '${other}/${slug(name)}', ${udp}).catch(() => {})`,
    )
    .join(';')}; 0`

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
