import { gzipSync } from 'node:zlib'
import { linkActions } from '../../server/seller/actions.ts'
import type { Random } from '../harness/random.ts'
import { absurdJson, absurdText, absurdValue } from './absurd.ts'

export interface Body {
  bytes: Buffer
  /** Null: no header. */
  type: string | null
  encoding?: string
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

const fieldNames = [
  'name',
  'email',
  'token',
  'action',
  'twice',
  'wrong-order',
  'refunds-seen',
  'amount',
  'request',
  '__proto__',
  'x',
]
/** The actions of the sandbox and of the seller's page. */
const actions = [
  'pay',
  'decline',
  'pay-later',
  'confirm',
  'refuse',
  'cancel',
  'expire',
  'refund',
  'dispute',
  ...linkActions,
]

/** Writes objects as JSON, because their `toString` may not be a function. */
const asText = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)

/** Form fields. The shop expects about half of them. */
function fields(random: Random, token: string): Record<string, unknown> {
  const good: Record<string, unknown> = {
    name: 'Ada Lovelace',
    email: `buyer-${random.below(1_000_000)}@example.com`,
    token,
    action: random.pick(actions),
    amount: `${random.below(400)}.00`,
    request: `00000000-0000-4000-8000-${String(random.below(1_000_000)).padStart(12, '0')}`,
  }
  const chosen = fieldNames.filter(() => random.chance(0.5))
  const names = random.chance(0.1) ? [...chosen, absurdText(random)] : chosen
  return Object.fromEntries(
    names.map((name) => [name, name in good && random.chance(0.6) ? good[name] : absurdValue(random)]),
  )
}

function formOf(values: Record<string, unknown>, random: Random): Buffer {
  const pairs = Object.entries(values).map(([name, value]) => [name, asText(value ?? '')])
  if (random.chance(0.1)) pairs.push(...pairs)
  const text = new URLSearchParams(pairs).toString()
  // Sometimes adds a % without an escape, and bytes that are not text.
  return random.chance(0.1) ? Buffer.from(`${text}&name=%&email=%f0%28&=&&=x`) : Buffer.from(text)
}

function multipart(values: Record<string, unknown>, random: Random): Body {
  const boundary = random.chance(0.8) ? 'boundary' : absurdText(random).replace(/[\r\n\0]|[^\x20-\x7e]/g, '')
  const parts = Object.entries(values).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
  )
  const end = random.chance(0.8) ? `--${boundary}--\r\n` : ''
  return { bytes: Buffer.from(parts.join('') + end), type: `multipart/form-data; boundary=${boundary}` }
}

/** Characters that a shop trims. Each was slow to trim when a pattern did it. */
const blanks = ['\u200b', ' ', '\u00ad', '\u3000', '\t\n', '.', '@', 'a@']

/** The largest form, full of characters that are trimmed, around or inside a text. */
function blankForm(random: Random): Body {
  const blank = random.pick(blanks)
  const text = random.pick(['@', 'a@example.com', 'a'])
  const email = (run: string) => random.pick([run, `${text}${run}${text}`, `${run}${text}`, `${text}${run}`])
  const [before, room] = ['name=x&email=', 16 * 1024 - 50]
  // Raw bytes, which are shorter than escapes.
  const run = blank.repeat(Math.floor(room / Buffer.byteLength(blank)))
  return { bytes: Buffer.from(before + email(run)), type: form }
}

/** A body like those of forms, scripts and attackers. @param token the token of a download link, for forms that need one */
export function body(random: Random, token: string): Body {
  const values = fields(random, token)
  switch (random.below(13)) {
    case 0:
      return { bytes: absurdJson(random), type: json }
    case 1:
      return multipart(values, random)
    case 2:
      return { bytes: Buffer.alloc(random.below(40_000), random.below(256)), type: random.pick([json, form]) }
    case 3:
      return {
        bytes: Buffer.from(JSON.stringify(values)),
        type: random.pick(['text/plain', 'text/xml', null]),
      }
    case 4:
      return {
        bytes: gzipSync(JSON.stringify(values)),
        type: json,
        encoding: random.pick(['gzip', 'br', 'identity', 'x']),
      }
    case 5:
      return {
        bytes: Buffer.from(JSON.stringify(values), 'utf16le'),
        type: `${json}; charset=${random.pick(['utf-16', 'utf-8', '""', 'x'])}`,
      }
    case 12:
      return blankForm(random)
    case 6:
    case 7:
    case 8:
      return { bytes: formOf(values, random), type: random.pick([form, form, `${form}; charset=utf-8`]) }
    default:
      return { bytes: Buffer.from(JSON.stringify(values)), type: json }
  }
}
