import { gzipSync } from 'node:zlib'
import fc, { type Arbitrary } from 'fast-check'
import { acts } from '../../server/acts/acts.ts'
import { buttons } from '../../server/payments/sandbox/routes.ts'
import { absurdJson, absurdText, absurdValue, rarely } from './absurd.ts'

export interface Body {
  bytes: Buffer
  /** Null: no header. */
  type: string | null
  encoding?: string
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** Fields of forms, each of them present or not. About half are what the shop expects. */
const fieldsWith = (tokens: string[]): Arbitrary<Record<string, unknown>> => {
  const or = (good: Arbitrary<unknown>) => fc.oneof(good, absurdValue)
  return fc.record(
    {
      name: or(fc.constant('Ada Lovelace')),
      email: or(fc.noBias(fc.nat(1_000_000)).map((n) => `buyer-${n}@example.com`)),
      token: or(fc.constantFrom(...tokens)),
      action: or(fc.constantFrom(...buttons)),
      act: or(fc.constantFrom(...acts.map(({ name }) => name))),
      amount: or(fc.nat(400).map((n) => `${n}.00`)),
      request: or(fc.uuid()),
      code: or(fc.constant('LAUNCH20')),
      x: absurdValue,
    },
    { requiredKeys: [] },
  )
}

/** Writes objects as JSON, because their `toString` may not be a function. */
const asText = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)

/** @param end such as a % without an escape, and bytes that are not text */
function formOf(values: Record<string, unknown>, end: string): Body {
  const pairs = Object.entries(values).map(([name, value]) => [name, asText(value ?? '')])
  return { bytes: Buffer.from(new URLSearchParams(pairs).toString() + end), type: form }
}

function multipart(values: Record<string, unknown>, boundary: string, end: string): Body {
  const parts = Object.entries(values).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
  )
  return { bytes: Buffer.from(parts.join('') + end), type: `multipart/form-data; boundary=${boundary}` }
}

/** The largest form, full of characters that a shop trims. Each was slow to trim when a pattern did it. */
const blankForm: Arbitrary<Body> = fc
  .record({
    blank: fc.constantFrom('\u200b', ' ', '\u00ad', '\u3000', '\t\n', '.', '@', 'a@'),
    text: fc.constantFrom('', '@', 'a@example.com', 'a'),
    place: fc.constantFrom('before', 'after', 'inside'),
  })
  .map(({ blank, text, place }) => {
    // Raw bytes, which are shorter than escapes.
    const run = blank.repeat(Math.floor((16 * 1024 - 50) / Buffer.byteLength(blank)))
    const email = { before: run + text, after: text + run, inside: text + run + text }[place]
    return { bytes: Buffer.from(`name=x&email=${email}`), type: form }
  })

/** A body like those of forms, scripts and attackers. @param tokens of download links, for forms that need one */
export function bodies(tokens: string[]): Arbitrary<Body> {
  const values = fieldsWith(tokens)
  const texts = values.map((all) => JSON.stringify(all))
  const boundaries = rarely(fc.constant('boundary'), 200, absurdText).map((text) =>
    text.replace(/[^\x20-\x7e]/g, ''),
  )
  return fc.oneof(
    { weight: 3, arbitrary: texts.map((text) => ({ bytes: Buffer.from(text), type: json })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(values, rarely(fc.constant(''), 100, fc.constant('&name=%&email=%f0%28&=&&=x')))
        .map(([all, end]) => formOf(all, end)),
    },
    fc
      .tuple(values, boundaries, fc.constantFrom('--boundary--\r\n', ''))
      .map(([all, boundary, end]) => multipart(all, boundary, end)),
    absurdJson.map((bytes) => ({ bytes, type: json })),
    blankForm,
    fc
      .tuple(fc.nat(40_000), fc.nat(255), fc.constantFrom(json, form))
      .map(([size, byte, type]) => ({ bytes: Buffer.alloc(size, byte), type })),
    fc
      .tuple(texts, fc.constantFrom('text/plain', 'text/xml', `${json}; charset=utf-16`, null))
      .map(([text, type]) => ({ bytes: Buffer.from(text), type })),
    fc
      .tuple(texts, fc.constantFrom('gzip', 'br', 'identity', 'x'))
      .map(([text, encoding]) => ({ bytes: gzipSync(text), type: json, encoding })),
  )
}
