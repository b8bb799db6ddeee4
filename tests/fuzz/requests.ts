import path from 'node:path'
import { gzipSync } from 'node:zlib'
import fc, { type Arbitrary } from 'fast-check'
import { Hono } from 'hono'
import { formerAddresses, functions, isComputed, kitFilesPath, pages } from '../../contract/paths.ts'
import { acts } from '../../server/acts/acts.ts'
import { addressesOf } from '../../server/addresses.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { silentLog } from '../../server/log/log.ts'
import { buttons } from '../../server/payments/sandbox/routes.ts'
import { actedTypes } from '../../server/payments/stripe/event-shape.ts'
import { signBody } from '../../server/payments/stripe/signature.ts'
import { testConfig } from '../support/shop.ts'
import { absurdText, absurdValue, headerText, headerValues, notJson, urlText } from './absurd.ts'
import type { Target } from './target.ts'

/** What is sent over one connection. */
export interface Exchange {
  server: keyof Target['servers']
  bytes: Buffer
  /** When the client closes the connection, in ms after sending. Undefined: the server must answer. */
  hangUpAfter?: number | undefined
}

interface Body {
  bytes: Buffer
  headers: string[]
}

/** Mostly the first choice. @param of1000 how many of 1,000 values are of the second one */
const rarely = <T>(usual: Arbitrary<T>, of1000: number, rare: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight: 1000 - of1000, arbitrary: usual }, { weight: of1000, arbitrary: rare })
const mostly = <T>(usual: T, of1000: number, rare: Arbitrary<T>) => rarely(fc.constant(usual), of1000, rare)

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** Fields of all forms. About half of them are what the shop expects. */
function fieldsOf({ links }: Target): Arbitrary<object> {
  const or = (expected: Arbitrary<string>) =>
    rarely<unknown>(expected, 400, fc.option(absurdValue, { freq: 2, nil: undefined }))
  return fc.record({
    name: or(fc.constant('Ada Lovelace')),
    // Evenly, or many buyers would be one, who gets the same checkout again.
    email: or(fc.noBias(fc.nat(1_000_000)).map((number) => `buyer-${number}@example.com`)),
    token: or(fc.constantFrom(...links).map((link) => path.basename(link))),
    action: or(fc.constantFrom(...buttons)),
    act: or(fc.constantFrom(...acts.map(({ name }) => name))),
    code: or(fc.constant('LAUNCH20')),
    x: absurdValue,
  })
}

/** Without escapes, so that texts end fields and break escapes. Objects go as JSON, because their `toString` may not be a function. */
const asForm = (values: object): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('&')

function bodies(target: Target): Arbitrary<Body> {
  const fields = fieldsOf(target)
  const types = [json, form, 'text/plain', 'multipart/form-data; boundary=b', `${json};`]
  return fc
    .tuple(
      fc.oneof(
        { weight: 4, arbitrary: fields.map((values) => [json, JSON.stringify(values)] as const) },
        { weight: 4, arbitrary: fields.map((values) => [form, asForm(values)] as const) },
        { weight: 4, arbitrary: fc.tuple(fc.constantFrom(json, json, form), notJson) },
      ),
      mostly('', 100, fc.constantFrom(...types)),
      mostly('', 100, fc.constantFrom('gzip', 'br', 'identity', 'x')),
    )
    .map(([[type, content], otherType, encoding]) => ({
      bytes: encoding ? gzipSync(content) : Buffer.from(content as string),
      headers: [`Content-Type: ${otherType || type}`, ...(encoding ? [`Content-Encoding: ${encoding}`] : [])],
    }))
}

/** Events of Stripe, mostly with one part that Stripe would never send. Most signatures are valid. */
function webhooks({ events, webhookSecret }: Target): Arbitrary<Body> {
  const event = fc
    .record({
      sent: fc.constantFrom(...events),
      id: mostly('', 900, fc.uuid()),
      type: mostly('', 200, fc.constantFrom(...actedTypes)),
      at: rarely(fc.integer({ min: 8, max: 30 }), 200, fc.nat(8)),
      part: fc.option(absurdValue, { nil: undefined }),
    })
    .map(({ sent, id, type, at, part }) => {
      let left = at
      // `stringify` shows each part of the event to the function, and leaves out what is undefined then.
      const change = (_: string, before: unknown) => (left-- === 0 ? part : before)
      return JSON.stringify({ ...sent, id: id || sent.id, type: type || sent.type }, change) ?? ''
    })
  const largest = fc.constantFrom(65_536, 65_537, 1_100_000).map((size) => Buffer.alloc(size, ' '))
  return fc
    .tuple(
      fc.oneof(
        { weight: 90, arbitrary: event },
        { weight: 9, arbitrary: notJson },
        { weight: 1, arbitrary: largest },
      ),
      mostly(0, 150, fc.nat(9)),
      absurdText,
    )
    .map(([content, kind, absurd]) => {
      // Sign the bytes that are sent, because UTF-8 cannot encode half a surrogate pair.
      const bytes = Buffer.from(content as string)
      const sign = (secret: string, now: number) => signBody(bytes.toString(), secret, now)
      const right = sign(webhookSecret, Date.now())
      const signatures = [
        right,
        sign('whsec_other', Date.now()),
        sign(webhookSecret, Date.now() - 3_600_000),
        sign(webhookSecret, Date.now() + 1e14),
        `${right},${right}`,
        `t=${absurd},v1=${absurd}`,
        right.replace('v1=', 'v0='),
        right.slice(0, -1),
        `t=NaN,${right}`,
        '',
      ]
      return { bytes, headers: [`Content-Type: ${json}`, `Stripe-Signature: ${signatures[kind]}`] }
    })
}

type Address = Record<'method' | 'path', string>
/** Every address that the server computes. */
const computed: Address[] = addressesOf(
  { config: testConfig({}), log: silentLog } as Dependencies,
  new Hono(),
)
const files = [...Object.values(pages), ...Object.keys(formerAddresses), kitFilesPath]
  .filter((address) => typeof address === 'string')
  .map((address) => ({ method: 'GET', path: address }))
const methods = ['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']

const replaceEnd = ([link, text]: [string, string]) => link.replace(/[^/=]*$/, () => text)
const cut = ([link, length]: [string, number]) => link.slice(0, link.lastIndexOf('/') + 1 + length)

/** Changes a path as attackers do. */
const odd = fc.constantFrom<((path: string, text: string) => string)[]>(
  (path, text) => `${path}?${text}`,
  (path, text) => path + text,
  (path) => path.replace('/', '/%2e%2e/'),
  (path) => path.toUpperCase(),
  (path) => `http://evil.example${path}`,
)

/** Evenly, or many clients would be one, and limited. */
const clients = rarely(fc.noBias(fc.oneof(fc.ipV4(), fc.ipV6())), 50, headerText)
const headerNames =
  'Accept Accept-Encoding Cookie Expect If-Modified-Since If-None-Match If-Range Origin Range Sec-Fetch-Site Upgrade User-Agent'
const moreHeaders = fc.array(
  fc
    .tuple(fc.constantFrom(...headerNames.split(' ')), fc.oneof(fc.constantFrom(...headerValues), headerText))
    .map(([name, text]) => `${name}: ${text}`),
  { maxLength: 3 },
)

/** Complete requests that are valid HTTP, with any content. The connection ends after each. */
function requests(target: Target): Arbitrary<Buffer> {
  const body = bodies(target)
  const anyFile = fc
    .tuple(fc.constantFrom('/', '/blog/'), urlText)
    .map(([start, text]) => ({ method: 'GET', path: start + text }))
  const posting = computed.filter(({ method }) => method === 'POST')
  const address = fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom<Address[]>(...computed, ...posting) },
    { weight: 1, arbitrary: fc.constantFrom(...files) },
    { weight: 2, arbitrary: anyFile },
  )
  const anywhere = address.chain(({ method, path: pattern }) => {
    // A parameter ends the path. A text of `anyFile` may have such characters, too.
    const start = isComputed(pattern) ? pattern.replace(/[:*].*/, '') : pattern
    const known = [start, ...target.links.filter((link) => link.startsWith(start))]
    return fc.record({
      method: mostly(method, 300, fc.constantFrom(...methods)),
      path: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...known) },
        { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...known), urlText).map(replaceEnd) },
        { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...known), fc.nat(60)).map(cut) },
      ),
      body,
    })
  })
  const event = fc.record({
    method: fc.constant('POST'),
    path: fc.constant<string>(functions.paymentWebhook),
    body: webhooks(target),
  })
  return fc
    .tuple(rarely(anywhere, 250, event), mostly(null, 150, odd), urlText, clients, moreHeaders, fc.nat(9))
    .map(([{ method, path, body }, change, text, client, more, kind]) => {
      const hasBody = !/GET|HEAD/.test(method) && kind > 0
      const bytes = hasBody ? body.bytes : Buffer.alloc(0)
      const isChunked = kind === 1
      const head = [
        `${method} ${change?.(path, text) ?? path} HTTP/1.1`,
        'Host: localhost',
        `X-Forwarded-For: ${client}`,
        ...more,
        ...(hasBody ? body.headers : []),
        isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length}`,
        'Connection: close',
      ].map((line) => line.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''))
      const chunk = [`${bytes.length.toString(16)}\r\n`, bytes, bytes.length > 0 ? '\r\n0\r\n\r\n' : '\r\n']
      const parts = [`${head.join('\r\n')}\r\n\r\n`, ...(isChunked ? chunk : [bytes])]
      return Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1(part) : part)))
    })
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Makes bytes that are not HTTP, or whose parts contradict each other. */
const spoil = fc.constantFrom<((text: string) => string)[]>(
  (text) => text.replace('HTTP/1.1', 'HTTP/1.0'),
  (text) => text.replace('HTTP/1.1', 'HTTP/9.9'),
  (text) => text.replace('HTTP/1.1', ''),
  ...[
    'Host: other.example',
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Content-Length: -1',
    'Content-Length: 99999999999',
    'Content-Length: 1, 1',
    `X-Long: ${'y'.repeat(20_000)}`,
    'X-Bad: a\0b',
    ' folded',
  ].map((line) => (text: string) => text.replace('\r\n', `\r\n${line}\r\n`)),
  (text) => text.replaceAll('\r\n', '\n'),
  (text) => text.slice(0, text.length / 3),
  (text) => `${text.slice(0, 30)}\xff\x00\x16\x03\x01${text.slice(30)}`,
  (text) => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${text}`,
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\r\n\r\n\r\n',
)

/** Exchanges of every kind, most of them with the shop that uses Stripe's API. */
export function exchanges(target: Target): Arbitrary<Exchange> {
  const one = requests(target)
  const spoiled = fc.tuple(one, spoil).map(([bytes, change]) => latin1(change(bytes.toString('latin1'))))
  // The last byte never comes. The server answers when its time limit is over.
  const stalled = one.map((bytes) => bytes.subarray(0, -1))
  // The server may close the connection after any of them, for example when it refuses one.
  const pipelined = fc
    .tuple(fc.array(one, { minLength: 1, maxLength: 4 }), one)
    .map(([before, last]) =>
      Buffer.concat([
        ...before.map((bytes) => latin1(bytes.toString('latin1').replace('Connection: close\r\n', ''))),
        last,
      ]),
    )
  const of = (weight: number, bytes: Arbitrary<Buffer>, hangUpAfter: Arbitrary<number | undefined>) => ({
    weight,
    arbitrary: fc.record<Exchange>({
      server: mostly<Exchange['server']>('stripe', 400, fc.constant('sandbox')),
      bytes,
      hangUpAfter,
    }),
  })
  const never = fc.constant(undefined)
  return fc.oneof(
    of(806, one, never),
    of(120, spoiled, fc.constant(150)),
    of(40, one, fc.nat(20)),
    of(4, stalled, never),
    of(30, pipelined, fc.constant(2000)),
  )
}
