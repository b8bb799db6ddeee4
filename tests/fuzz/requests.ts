import { functions, kitFilesPath, pages, sellerPath } from '../../contract/paths.ts'
import type { Random } from '../harness/random.ts'
import { absurdText } from './absurd.ts'
import { body } from './bodies.ts'
import type { Exchange } from './send.ts'
import type { Target } from './target.ts'
import { webhook } from './webhooks.ts'

type Header = readonly [string, string]

/** The method that a path expects. */
const expectedMethod = (path: string) =>
  /create-checkout|resend|download|unsubscribe|seller|sandbox/.test(path) ? 'POST' : 'GET'

const methods = [
  'GET',
  'GET',
  'POST',
  'POST',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
]

const visibleAscii = (text: string) =>
  text.replace(/[^\x21-\x7e]/gu, (c) => encodeURIComponent(c.toWellFormed()))
const headerText = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')

function pathOf(random: Random, target: Target, server: Exchange['server']): string {
  const token = random.pick(target.tokens)
  const sellerToken = random.pick(target.sellerTokens)
  const paths = [
    functions.createCheckout,
    functions.createCheckout,
    functions.offer,
    functions.paymentWebhook,
    functions.resendLink,
    functions.resendLink,
    functions.download(token),
    functions.download(token),
    functions.download(token.slice(0, random.below(token.length))),
    functions.download(visibleAscii(absurdText(random))),
    sellerPath(sellerToken),
    sellerPath(sellerToken),
    sellerPath(sellerToken.slice(0, random.below(sellerToken.length))),
    sellerPath(visibleAscii(absurdText(random))),
    `${sellerPath(sellerToken)}?done=${visibleAscii(absurdText(random))}`,
    functions.unsubscribe(token),
    functions.unsubscribe(visibleAscii(absurdText(random))),
    `${pages.paymentSuccess}?session_id=${random.pick(target.sessionIds)}`,
    `${pages.paymentSuccess}?session_id=${visibleAscii(absurdText(random))}`,
    random.pick(Object.values(pages).filter((page) => typeof page === 'string')),
    kitFilesPath,
    '/.well-known/security.txt',
    '/healthz',
    '/readyz',
    `/${visibleAscii(absurdText(random))}`,
    `/blog/${visibleAscii(absurdText(random))}`,
    ...(server === 'sandbox' ? [...target.sandboxPaths, ...target.sandboxPaths] : []),
    `/sandbox/checkout/${visibleAscii(absurdText(random))}`,
  ]
  const chosen = random.pick(paths)
  if (random.chance(0.85)) return chosen
  const changes = [
    `${chosen}?${visibleAscii(absurdText(random))}`,
    `${chosen}/`,
    `/${chosen}`,
    `${chosen}%00`,
    chosen.replace('/', '/%2e%2e/'),
    chosen.toUpperCase(),
    `http://evil.example${chosen}`,
    `${chosen}#x`,
    '*',
  ]
  return random.pick(changes)
}

function headersOf(random: Random): Header[] {
  const headers: Header[] = []
  const values: [string, string[]][] = [
    ['accept', ['text/html', 'application/json', '*/*;q=0', 'text/html;q=NaN']],
    ['accept-encoding', ['br', 'gzip;q=0', 'identity;q=0, *;q=0', 'zstd, br;q=1.5', ',,,']],
    ['range', ['bytes=0-', 'bytes=-1', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=99999999999999999999-', 'x=1']],
    ['if-range', ['"x"', 'W/"x"', 'Mon, 01 Jan 2024 00:00:00 GMT']],
    ['if-none-match', ['*', '"x", W/"y"', '"']],
    ['origin', ['null', 'https://evil.example', 'http://localhost', '://']],
    ['sec-fetch-site', ['cross-site', 'same-origin', 'none', 'x']],
    ['access-control-request-method', ['POST', 'TRACE']],
    ['user-agent', ['x'.repeat(5000), 'curl/8']],
    ['cookie', ['a=b; '.repeat(500)]],
    ['expect', ['100-continue']],
    ['upgrade', ['websocket', 'h2c']],
    ['x-forwarded-proto', ['https', 'x']],
    ['forwarded', ['for=[::1]:x;host=evil']],
    ['if-modified-since', ['yesterday', '0']],
    ['content-language', ['de']],
  ]
  for (const [name, choices] of values) {
    if (random.chance(0.1)) {
      headers.push([
        name,
        name === 'expect' || random.chance(0.7) ? random.pick(choices) : headerText(absurdText(random)),
      ])
    }
  }
  return headers
}

const client = (random: Random): string => {
  if (random.chance(0.05)) return headerText(absurdText(random))
  const part = () => random.below(65_536).toString(16)
  return random.chance(0.5)
    ? `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
    : `2001:db8:${part()}:${part()}::${part()}`
}

function chunked(bytes: Buffer, random: Random): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const part = bytes.subarray(at, at + 1 + random.below(5000))
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
    at += part.length
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

interface RawRequest {
  label: string
  bytes: Buffer
  /** How many of the bytes are the request line and the headers. */
  head: number
}

/** One complete request that is valid HTTP, with any content. */
function request(random: Random, target: Target, server: Exchange['server'], isLast = true): RawRequest {
  const path = pathOf(random, target, server)
  const isWebhook = path === functions.paymentWebhook || random.chance(0.25)
  const expected = isWebhook ? 'POST' : expectedMethod(path)
  const method = random.chance(isWebhook ? 0.95 : 0.7) ? expected : random.pick(methods)
  const headers: Header[] = [
    ['Host', random.chance(0.95) ? 'localhost' : 'evil.example:99999'],
    ['X-Forwarded-For', client(random)],
    ...headersOf(random),
  ]
  let bytes: Buffer = Buffer.alloc(0)
  if (isWebhook) {
    const signed = webhook(random, target)
    bytes = signed.bytes
    headers.push(['Content-Type', 'application/json'])
    if (signed.signature !== null) headers.push(['Stripe-Signature', headerText(signed.signature)])
    // Sometimes the body is above the limit, and Content-Length says so.
    if (random.chance(0.002)) bytes = Buffer.alloc(random.pick([262_144, 262_145, 1_100_000]), 0x20)
  } else if (method !== 'GET' && method !== 'HEAD' && random.chance(0.9)) {
    const sent = body(random, random.pick(target.tokens))
    bytes = sent.bytes
    if (sent.type !== null) headers.push(['Content-Type', headerText(sent.type)])
    if (sent.encoding) headers.push(['Content-Encoding', sent.encoding])
  }
  if (isLast) headers.push(['Connection', 'close'])
  const inChunks = bytes.length > 0 && random.chance(0.1)
  if (inChunks) headers.push(['Transfer-Encoding', 'chunked'])
  else if (bytes.length > 0 || method === 'POST') headers.push(['Content-Length', String(bytes.length)])
  const address = isWebhook ? functions.paymentWebhook : path
  const head = `${method} ${address} HTTP/1.1\r\n${headers.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n`
  return {
    label: `${method} ${address.slice(0, 200)}`,
    head: head.length,
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), inChunks ? chunked(bytes, random) : bytes]),
  }
}

/** Bytes that are not HTTP, or whose parts contradict each other. */
function malformed(random: Random, original: RawRequest): Buffer {
  const text = original.bytes.toString('latin1')
  const changes = [
    text.replace('HTTP/1.1', random.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', ''])),
    text.replace('\r\n', '\r\nHost: other.example\r\n'),
    text.replace('\r\n', '\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n'),
    text.replace(
      '\r\n',
      `\r\nContent-Length: ${random.pick(['-1', '1e3', '99999999999', '0x10', '1, 1'])}\r\n`,
    ),
    text.replace('\r\n', `\r\n${'X-Long: '.padEnd(20_000, 'y')}\r\n`),
    text.replace('\r\n', `\r\nX-Bad: a\0b\r\n`),
    text.replace('\r\n', `\r\n folded\r\n`),
    text.replaceAll('\r\n', '\n'),
    text.slice(0, random.below(text.length)),
    `${text.slice(0, 30)}${'\xff\x00\x16\x03\x01'}${text.slice(30)}`,
    `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${text}`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\r\n\r\n\r\n',
  ]
  return Buffer.from(random.pick(changes), 'latin1')
}

/** One exchange. The same choices give the same exchange. */
export function exchange(random: Random, target: Target): Exchange {
  const server = random.chance(0.75) ? 'stripe' : 'sandbox'
  const first = request(random, target, server)
  if (random.chance(0.12)) {
    const bytes = malformed(random, first)
    const label = `malformed ${first.label}`
    return { label, server, bytes, requests: 1, answered: false, hangUpAfter: 100 + random.below(100) }
  }
  if (random.chance(0.04)) {
    return { ...first, server, requests: 1, answered: false, hangUpAfter: random.below(20) }
  }
  if (random.chance(0.004) && first.bytes.length > first.head) {
    const bytes = first.bytes.subarray(0, first.bytes.length - 1 - random.below(10))
    return { label: `stalled ${first.label}`, server, bytes, requests: 1, answered: false, stalls: true }
  }
  if (random.chance(0.03)) {
    const before = Array.from({ length: 1 + random.below(4) }, () => request(random, target, server, false))
    const all = [...before, first]
    return {
      label: all.map(({ label }) => label).join(', then '),
      server,
      bytes: Buffer.concat(all.map(({ bytes }) => bytes)),
      requests: all.length,
      // The server may close the connection after any of these requests, for example when it refuses one.
      answered: false,
      hangUpAfter: 2000,
    }
  }
  return { ...first, server, requests: 1, answered: true }
}
