import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../errors.ts'
import { type Fields, readFields, textField } from './read-fields.ts'

async function read(type: string | undefined, body: string): Promise<Fields> {
  const fields = Promise.withResolvers<Fields>()
  const app = new Hono().post('/', async (c) => {
    await readFields(c).then(fields.resolve, fields.reject)
    return c.body(null)
  })
  const headers: HeadersInit = type === undefined ? {} : { 'content-type': type }
  await app.request('/', { method: 'POST', body: new TextEncoder().encode(body), headers })
  return fields.promise
}
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const refusal = (code: ErrorCode, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) })

test.each([
  [json, '{"name":"Ada Lovelace"}'],
  ['Application/JSON; charset=utf-8', '{"name":"Ada Lovelace"}'],
  [form, 'name=Ada+Lovelace'],
])('reads %s', async (type, body) => {
  expect(await read(type, body)).toEqual({ name: 'Ada Lovelace' })
})

test.each([undefined, '', 'text/plain', 'multipart/form-data; boundary=x', 'application/jsonp'])(
  'refuses the content type %j',
  async (type) => {
    await expect(read(type, '{}')).rejects.toThrow(
      refusal('unsupported_media_type', /JSON or as an HTML form/),
    )
  },
)

test.each(['{', '', 'null', '[]', '"ada"'])('refuses the JSON %j', async (body) => {
  await expect(read(json, body)).rejects.toThrow(refusal('bad_input', /is not (a )?JSON/))
})

test('reads a form with very many fields of the same name in one pass', async () => {
  // A look-up for each field would create 40,000,000,000 strings. It would never end, or crash the process.
  expect(await read(form, 'a&'.repeat(200_000))).toEqual({ a: expect.any(Array) })
})

describe('a field', () => {
  test('that is missing is empty, even if its name is a property of every object', async () => {
    expect(textField({}, 'name')).toBe('')
    expect(textField(await read(json, '{"__proto__":{"name":"Ada"}}'), 'name')).toBe('')
    expect(textField({}, 'constructor')).toBe('')
  })

  test('that is repeated or not text is refused', async () => {
    const twice = await read(form, 'name=Ada&name=Eve')
    expect(() => textField(twice, 'name')).toThrow(refusal('bad_input', /one name/))
    expect(() => textField({ name: 7 }, 'name')).toThrow(refusal('bad_input', /one name/))
  })

  test('with half a surrogate pair gets a replacement character that databases can store', async () => {
    const fields = await read(json, '{"name":"Ada \\ud83d"}')
    expect(textField(fields, 'name')).toBe('Ada \ufffd')
  })
})
