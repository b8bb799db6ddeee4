import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../errors.ts'
import { readFields, textField } from './read-fields.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const refusal = (code: ErrorCode, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) })

test.each([
  [json, '{"name":"Ada Lovelace"}'],
  ['Application/JSON; charset=utf-8', '{"name":"Ada Lovelace"}'],
  [form, 'name=Ada+Lovelace'],
])('reads %s', (type, body) => {
  expect(readFields(type, bytes(body))).toEqual({ name: 'Ada Lovelace' })
})

test.each([undefined, '', 'text/plain', 'multipart/form-data; boundary=x', 'application/jsonp'])(
  'refuses the content type %j',
  (type) => {
    expect(() => readFields(type, bytes('{}'))).toThrow(
      refusal('unsupported_media_type', /JSON or as an HTML form/),
    )
  },
)

test.each(['{', '', 'null', '[]', '"ada"'])('refuses the JSON %j', (body) => {
  expect(() => readFields(json, bytes(body))).toThrow(refusal('bad_input', /is not (a )?JSON/))
})

test('reads a form with very many fields of the same name in one pass', () => {
  // A look-up for each field would create 40,000,000,000 strings. It would never end, or crash the process.
  expect(readFields(form, bytes('a&'.repeat(200_000)))).toEqual({ a: expect.any(Array) })
})

test('refuses bytes that are not UTF-8', () => {
  expect(() => readFields(json, new Uint8Array([0x22, 0xff, 0x22]))).toThrow(refusal('bad_input', /UTF-8/))
})

describe('a field', () => {
  test('that is missing is empty, even if its name is a property of every object', () => {
    expect(textField({}, 'name')).toBe('')
    expect(textField(readFields(json, bytes('{"__proto__":{"name":"Ada"}}')), 'name')).toBe('')
    expect(textField({}, 'constructor')).toBe('')
  })

  test('that is repeated or not text is refused', () => {
    const twice = readFields(form, bytes('name=Ada&name=Eve'))
    expect(() => textField(twice, 'name')).toThrow(refusal('bad_input', /one name/))
    expect(() => textField({ name: 7 }, 'name')).toThrow(refusal('bad_input', /one name/))
  })

  test('with half a surrogate pair gets a replacement character that databases can store', () => {
    const fields = readFields(json, bytes('{"name":"Ada \\ud83d"}'))
    expect(textField(fields, 'name')).toBe('Ada \ufffd')
  })
})
