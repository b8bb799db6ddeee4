import fc, { type Arbitrary } from 'fast-check'

// biome-ignore format: a list
const known = [
  '', ' ', 'a\0b', '\ud800', '\u202eevil', '\ufeff', '\r\nX-Injected: 1', '%', '%00', '%ff%fe', '%c0%ae%c0%ae/', '../../../etc/passwd',
  '..%2f..%2f', '//evil.example', "' OR 1=1 --", '<script>alert(1)</script>', '__proto__', 'constructor', 'null', '-1', '1e999',
  '9007199254740993', '𝕊𝕒𝕞 🧑‍🚀', 'ı̇K', '*',
]

/** Values of headers that servers read. */
// biome-ignore format: a list
export const headerValues = [
  'text/html', 'application/json', '*/*;q=0', 'text/html;q=NaN', 'br', 'gzip;q=0', 'identity;q=0, *;q=0', 'bytes=0-', 'bytes=-1',
  'bytes=5-2', 'bytes=0-1,3-4', 'bytes=99999999999999999999-', '"x"', 'W/"x", "', 'https://evil.example', '://', 'cross-site',
  'websocket', 'h2c', ',,,', 'yesterday', '100-continue',
]

/** A run of characters beside an address, or alone. Some were slow to trim when a pattern did it. */
const long = fc
  .tuple(
    fc.constantFrom('', '@', 'a', 'a@example.com'),
    fc.constantFrom(...'A / %41 ( \u0301 é \u200b \u00ad \u3000 . @ a@'.split(' '), ' ', '\t\n'),
    fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.constant(16_000)),
    fc.constantFrom('', '@', 'a', 'a@example.com'),
  )
  .map(([before, unit, bytes, after]) => before + unit.repeat(bytes / Buffer.byteLength(unit)) + after)

/** A text that no honest client would send. The known ones were too much for some server once, also for ours. */
export const absurdText = fc.oneof(
  { weight: 17, arbitrary: fc.constantFrom(...known) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: long },
)
export const urlText = absurdText.map((text) =>
  text.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed())),
)
export const headerText = absurdText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''))

/** A JSON value of any kind. */
export const absurdValue = fc.anything({
  key: fc.oneof(absurdText, fc.constantFrom('id', 'object', 'data', 'length', 'then', 'toJSON')),
  values: [absurdText, fc.constantFrom(null, true, 0, -0, -1, 1.5, 1e21, 1e308, 2 ** 53, -(2 ** 63), 348)],
  maxDepth: 3,
  maxKeys: 4,
})

/** JSON that `JSON.stringify` never writes: nested thousands of levels deep, cut off, with duplicate keys, or not UTF-8. */
export const notJson: Arbitrary<string | Uint8Array> = fc.oneof(
  fc
    .tuple(fc.constantFrom('[', '{"a":', '9'), fc.integer({ min: 1, max: 4000 }))
    .map(([text, times]) => text.repeat(times)),
  fc.uint8Array({ maxLength: 200 }),
  fc.tuple(fc.nat(40_000), fc.nat(255)).map(([size, byte]) => Buffer.alloc(size, byte)),
  fc.constantFrom(
    '{"name":"Ada","name":{},"email":"ada@example.com","email":[]}',
    '{"__proto__":{"name":"x"},"email":"ada@example.com"}',
    '{"name":"Ada\\u0000","email":"ada\\ud800@example.com"}',
    '{"name":"Ada","email":"ada@example.com"',
    '\ufeff{}',
    'nul',
    '"text"',
    '',
  ),
)
