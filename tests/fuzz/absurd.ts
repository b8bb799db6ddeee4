import type { Random } from '../harness/random.ts'

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202eevil',
  '\ufeff',
  '\u2028',
  '\r\nX-Injected: 1',
  '%',
  '%00',
  '%ff%fe',
  '%c0%ae%c0%ae/',
  '../../../etc/passwd',
  '..%2f..%2f',
  '..\\..\\',
  '//evil.example',
  'https://evil.example/',
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '<script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text as an attacker sends it
  '${7*7}{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  '9007199254740993',
  '𝕊𝕒𝕞 🧑‍🚀',
  'ı̇K',
  '*',
  '[object Object]',
]

/** A text that no honest client would send. */
export function absurdText(random: Random): string {
  if (random.chance(0.05))
    return random.pick(['A', '/', '%41', '(', '\u0301', 'é']).repeat(1 + random.below(5000))
  if (random.chance(0.1)) {
    return String.fromCharCode(...Array.from({ length: 1 + random.below(30) }, () => random.below(0x3000)))
  }
  return random.pick(texts)
}

/** A JSON value of any kind. */
export function absurdValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 6 : 9)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick([0, -0, -1, 1.5, 1e21, 1e308, 2 ** 53, -(2 ** 63), 348])
  if (kind < 6) return absurdText(random)
  if (kind === 6) return Array.from({ length: random.below(4) }, () => absurdValue(random, depth + 1))
  const entries = Array.from({ length: random.below(4) }, () => [
    random.chance(0.5)
      ? absurdText(random)
      : random.pick(['id', 'object', 'data', 'length', 'then', 'toJSON']),
    absurdValue(random, depth + 1),
  ])
  return Object.fromEntries(entries)
}

/** JSON that `JSON.stringify` never writes: nested thousands of levels deep, cut off, with duplicate keys, or not UTF-8. */
export function absurdJson(random: Random): Buffer {
  const depth = 1 + random.below(4000)
  const bodies = [
    '['.repeat(depth),
    '['.repeat(depth) + ']'.repeat(depth),
    '{"a":'.repeat(depth),
    '{"name":"Ada","name":{},"email":"ada@example.com","email":[]}',
    '{"__proto__":{"name":"x"},"email":"ada@example.com"}',
    '{"name":"Ada\\u0000","email":"ada\\ud800@example.com"}',
    `{"name":1e${random.below(999)},"email":${'9'.repeat(1 + random.below(500))}}`,
    '\ufeff{}',
    'nul',
    '"text"',
    '0',
    '',
    '{"name":"Ada","email":"ada@example.com"',
  ]
  const bytes = Buffer.from(random.pick(bodies))
  if (random.chance(0.2) && bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
  return bytes
}

/** A copy of a JSON value with some parts replaced, removed or doubled. */
export function mutate(value: unknown, random: Random): unknown {
  const copy = structuredClone(value)
  for (let times = 1 + random.below(3); times > 0; times--) mutateOnce(copy, random)
  return copy
}

function mutateOnce(root: unknown, random: Random): void {
  let at = root
  while (typeof at === 'object' && at !== null) {
    const tree = at as Record<string, unknown>
    const keys = Object.keys(tree)
    if (keys.length === 0) return
    const key = random.pick(keys)
    const inner = tree[key]
    if (typeof inner === 'object' && inner !== null && random.chance(0.8)) {
      at = inner
      continue
    }
    if (random.chance(0.2)) delete tree[key]
    else if (random.chance(0.1)) tree[key] = [inner, inner]
    else tree[key] = absurdValue(random)
    return
  }
}
