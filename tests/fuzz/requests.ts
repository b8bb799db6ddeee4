import fc, { type Arbitrary } from 'fast-check'
import { functions, kitFilesPath, pages, sellerPath } from '../../contract/paths.ts'
import { absurdText, rarely } from './absurd.ts'
import { bodies } from './bodies.ts'
import type { Exchange } from './send.ts'
import type { Target } from './target.ts'
import { webhooks } from './webhooks.ts'

type Header = readonly [string, string]

const anyMethod = fc.constantFrom(
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
)
/** The method that a path expects. */
const expectedMethod = (path: string) =>
  /create-checkout|resend|download|unsubscribe|seller|sandbox/.test(path) ? 'POST' : 'GET'

const urlText = absurdText.map((text) =>
  text.replace(/[^\x21-\x7e]/gu, (c) => encodeURIComponent(c.toWellFormed())),
)
const headerText = absurdText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''))

function paths(target: Target, server: Exchange['server']): Arbitrary<string> {
  const token = fc.constantFrom(...target.tokens)
  const sellerToken = fc.constantFrom(...target.sellerTokens)
  const cut = (tokens: Arbitrary<string>) => fc.tuple(tokens, fc.nat(60)).map(([text, n]) => text.slice(0, n))
  const other = Object.values(pages).filter((page) => typeof page === 'string')
  const path = fc.oneof(
    fc.constantFrom(functions.createCheckout, functions.resendLink),
    fc.constantFrom(functions.offer, kitFilesPath, '/.well-known/security.txt', '/healthz', '/readyz'),
    fc.constantFrom(...other),
    fc.oneof(token, token, cut(token), urlText).map(functions.download),
    fc.oneof(sellerToken, sellerToken, cut(sellerToken), urlText).map(sellerPath),
    fc.tuple(sellerToken, urlText).map(([text, done]) => `${sellerPath(text)}?done=${done}`),
    fc.oneof(token, urlText).map(functions.unsubscribe),
    fc
      .oneof(fc.constantFrom(...target.sessionIds), urlText)
      .map((id) => `${pages.paymentSuccess}?session_id=${id}`),
    urlText.map((text) => `/${text}`),
    urlText.map((text) => `/blog/${text}`),
    server === 'sandbox'
      ? fc.constantFrom(...target.sandboxPaths)
      : urlText.map((text) => `/sandbox/checkout/${text}`),
  )
  const odd = fc
    .tuple(path, urlText, fc.nat(7))
    .map(
      ([chosen, text, kind]) =>
        [
          `${chosen}?${text}`,
          `${chosen}/`,
          `/${chosen}`,
          `${chosen}%00`,
          chosen.replace('/', '/%2e%2e/'),
          chosen.toUpperCase(),
          `http://evil.example${chosen}`,
          '*',
        ][kind] ?? chosen,
    )
  return rarely(path, 150, odd)
}

const headerNames =
  'accept accept-encoding range if-range if-none-match if-modified-since origin sec-fetch-site user-agent cookie upgrade'.split(
    ' ',
  )
const headerValues = [
  ['text/html', 'application/json', '*/*;q=0', 'text/html;q=NaN', 'br', 'gzip;q=0', 'identity;q=0, *;q=0'],
  [
    'bytes=0-',
    'bytes=-1',
    'bytes=5-2',
    'bytes=0-1,3-4',
    'bytes=99999999999999999999-',
    '*',
    '"x"',
    'W/"x", "',
  ],
  [
    'null',
    'https://evil.example',
    '://',
    'cross-site',
    'websocket',
    'h2c',
    'x'.repeat(5000),
    ',,,',
    'yesterday',
  ],
].flat()
const headers: Arbitrary<Header[]> = fc.array(
  rarely<Header>(
    fc.tuple(fc.constantFrom(...headerNames), fc.oneof(fc.constantFrom(...headerValues), headerText)),
    50,
    fc.constantFrom<Header>(['expect', '100-continue'], ['access-control-request-method', 'TRACE']),
  ),
  { maxLength: 3 },
)

/** Evenly, or many clients would be one, and limited. */
const clients = rarely(fc.noBias(fc.oneof(fc.ipV4(), fc.ipV6())), 50, headerText)

interface RawRequest {
  label: string
  bytes: Buffer
  /** How many of the bytes are the request line and the headers. */
  head: number
}

function chunked(bytes: Buffer, size: number): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

/** Complete requests that are valid HTTP, with any content. */
function requests(target: Target, server: Exchange['server'], isLast = true): Arbitrary<RawRequest> {
  const body = bodies(target.tokens).map(({ bytes, type, encoding }) => ({
    bytes,
    headers: [
      ...(type === null ? [] : [['Content-Type', type] as const]),
      ...(encoding ? [['Content-Encoding', encoding] as const] : []),
    ],
  }))
  const page = fc.record({
    path: paths(target, server),
    method: rarely<string | null>(fc.constant(null), 300, anyMethod),
    body: fc.option(body, { freq: 10 }),
  })
  const tooLarge = fc.constantFrom(262_144, 262_145, 1_100_000).map((size) => Buffer.alloc(size, 0x20))
  const event = fc.record({
    path: fc.constant(functions.paymentWebhook),
    method: rarely<string | null>(fc.constant(null), 50, anyMethod),
    body: fc
      .tuple(webhooks(target), rarely<Buffer | null>(fc.constant(null), 2, tooLarge))
      .map(([signed, large]) => ({
        bytes: large ?? signed.bytes,
        headers: [
          ['Content-Type', 'application/json'] as const,
          ...(signed.signature === null ? [] : [['Stripe-Signature', signed.signature] as const]),
        ],
      })),
  })
  const chunk = rarely<number | null>(fc.constant(null), 100, fc.integer({ min: 1, max: 5000 }))
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: page }, { weight: 1, arbitrary: event }), headers, clients, chunk)
    .map(([{ path, method, body }, more, client, size]) => {
      const used = method ?? (path === functions.paymentWebhook ? 'POST' : expectedMethod(path))
      const bytes = used === 'GET' || used === 'HEAD' ? Buffer.alloc(0) : (body?.bytes ?? Buffer.alloc(0))
      const isChunked = size !== null && bytes.length > 0
      const lines: Header[] = [
        ['Host', 'localhost'],
        ['X-Forwarded-For', client],
        ...more,
        ...(bytes.length > 0 ? (body?.headers ?? []) : []),
        ...(isLast ? [['Connection', 'close'] as const] : []),
        isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(bytes.length)],
      ]
      const text = lines.map(([name, value]) => `${name}: ${value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')}`)
      const head = Buffer.from(`${used} ${path} HTTP/1.1\r\n${text.join('\r\n')}\r\n\r\n`, 'latin1')
      return {
        label: `${used} ${path.slice(0, 200)}`,
        head: head.length,
        bytes: Buffer.concat([head, isChunked ? chunked(bytes, size) : bytes]),
      }
    })
}

/** Makes bytes that are not HTTP, or whose parts contradict each other. */
const spoil = fc.constantFrom(
  (text: string) => text.replace('HTTP/1.1', 'HTTP/1.0'),
  (text: string) => text.replace('HTTP/1.1', 'HTTP/9.9'),
  (text: string) => text.replace('HTTP/1.1', ''),
  ...[
    'Host: other.example',
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Content-Length: -1',
    'Content-Length: 99999999999',
    'Content-Length: 1, 1',
    'X-Long: '.padEnd(20_000, 'y'),
    'X-Bad: a\0b',
    ' folded',
  ].map((line) => (text: string) => text.replace('\r\n', `\r\n${line}\r\n`)),
  (text: string) => text.replaceAll('\r\n', '\n'),
  (text: string) => text.slice(0, text.length / 3),
  (text: string) => `${text.slice(0, 30)}\xff\x00\x16\x03\x01${text.slice(30)}`,
  (text: string) => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${text}`,
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\r\n\r\n\r\n',
)

function exchangesWith(target: Target, server: Exchange['server']): Arbitrary<Exchange> {
  const one = requests(target, server)
  const base = { server, requests: 1, answered: false }
  return fc.oneof(
    { weight: 806, arbitrary: one.map((request) => ({ ...base, ...request, answered: true })) },
    {
      weight: 120,
      arbitrary: fc.tuple(one, spoil).map(([{ label, bytes }, change]) => ({
        ...base,
        label: `malformed ${label}`,
        bytes: Buffer.from(change(bytes.toString('latin1')), 'latin1'),
        hangUpAfter: 150,
      })),
    },
    {
      weight: 40,
      arbitrary: fc.tuple(one, fc.nat(20)).map(([request, ms]) => ({ ...base, ...request, hangUpAfter: ms })),
    },
    {
      weight: 4,
      arbitrary: one
        .filter(({ bytes, head }) => bytes.length > head)
        .map(({ label, bytes }) => ({
          ...base,
          label: `stalled ${label}`,
          bytes: bytes.subarray(0, -1),
          stalls: true as const,
        })),
    },
    {
      weight: 30,
      arbitrary: fc
        .tuple(fc.array(requests(target, server, false), { minLength: 1, maxLength: 4 }), one)
        .map(([before, last]) => ({
          server,
          label: [...before, last].map(({ label }) => label).join(', then '),
          bytes: Buffer.concat([...before, last].map(({ bytes }) => bytes)),
          requests: before.length + 1,
          // The server may close the connection after any of these requests, for example when it refuses one.
          answered: false,
          hangUpAfter: 2000,
        })),
    },
  )
}

/** Exchanges of every kind, most of them with the shop that uses Stripe's API. */
export const exchanges = (target: Target): Arbitrary<Exchange> =>
  rarely(exchangesWith(target, 'stripe'), 250, exchangesWith(target, 'sandbox'))
