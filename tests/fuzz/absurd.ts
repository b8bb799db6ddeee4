import fc, { type Arbitrary } from 'fast-check'

/** Mostly the first choice. @param of1000 how many of 1,000 values are of the second one */
export const rarely = <T>(usual: Arbitrary<T>, of1000: number, rare: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight: 1000 - of1000, arbitrary: usual }, { weight: of1000, arbitrary: rare })

/** Texts that were too much for some server once, also for ours. */
const known = fc.constantFrom(
  '',
  ' ',
  'a\0b',
  '\ud800',
  '\u202eevil',
  '\ufeff',
  '\r\nX-Injected: 1',
  '%',
  '%00',
  '%ff%fe',
  '%c0%ae%c0%ae/',
  '../../../etc/passwd',
  '..%2f..%2f',
  '//evil.example',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e999',
  '9007199254740993',
  '𝕊𝕒𝕞 🧑‍🚀',
  'ı̇K',
  '*',
)

const long = fc
  .tuple(fc.constantFrom('A', '/', '%41', '(', '\u0301', 'é'), fc.integer({ min: 1, max: 5000 }))
  .map(([text, times]) => text.repeat(times))

/** A text that no honest client would send. */
export const absurdText = fc.oneof(
  { weight: 17, arbitrary: known },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: long },
)

/** A JSON value of any kind. */
export const absurdValue = fc.anything({
  key: fc.oneof(absurdText, fc.constantFrom('id', 'object', 'data', 'length', 'then', 'toJSON')),
  values: [absurdText, fc.constantFrom(null, true, 0, -0, -1, 1.5, 1e21, 1e308, 2 ** 53, -(2 ** 63), 348)],
  maxDepth: 3,
  maxKeys: 4,
})

/** JSON that `JSON.stringify` never writes: nested thousands of levels deep, cut off, with duplicate keys, or not UTF-8. */
export const absurdJson: Arbitrary<Buffer> = fc.oneof(
  fc
    .tuple(fc.constantFrom('[', '{"a":', '9'), fc.integer({ min: 1, max: 4000 }))
    .map(([text, times]) => Buffer.from(text.repeat(times))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      '{"name":"Ada","name":{},"email":"ada@example.com","email":[]}',
      '{"__proto__":{"name":"x"},"email":"ada@example.com"}',
      '{"name":"Ada\\u0000","email":"ada\\ud800@example.com"}',
      '\ufeff{}',
      'nul',
      '"text"',
      '',
      '{"name":"Ada","email":"ada@example.com"',
    )
    .map((text) => Buffer.from(text)),
)

/** Where the parts of a JSON value are. */
const pathsIn = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => [[key], ...pathsIn(part).map((rest) => [key, ...rest])])
    : []

/** A copy of a JSON value with one part replaced or removed. */
export const mutated = <T extends object>(value: T): Arbitrary<T> =>
  fc
    .tuple(fc.constantFrom(...pathsIn(value)), fc.oneof(absurdValue, fc.constant(undefined)))
    .map(([path, part]) => {
      const copy = structuredClone(value)
      let at = copy as Record<string, unknown>
      for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>
      at[path.at(-1) ?? ''] = part
      return copy
    })
