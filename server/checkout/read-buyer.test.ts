import { describe, expect, test } from 'vitest'
import { ShopError } from '../errors.ts'
import { readBuyer } from './read-buyer.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }

function refusal(type: string | undefined, body: ArrayBuffer): { status: number; message: string } {
  try {
    readBuyer(type, body)
  } catch (error) {
    if (error instanceof ShopError) return { status: error.status, message: error.message }
    throw error
  }
  throw new Error('it was accepted')
}

test.each([
  [json, JSON.stringify(ada)],
  ['Application/JSON; charset=utf-8', JSON.stringify({ ...ada, more: [1] })],
  [form, 'name=Ada+Lovelace&email=ada%40example.com'],
])('reads %s', (type, body) => {
  expect(readBuyer(type, bytes(body))).toEqual(ada)
})

describe('refuses with 415', () => {
  test.each([undefined, '', 'text/plain', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    '%s',
    (type) => {
      expect(refusal(type, bytes(JSON.stringify(ada))).status).toBe(415)
    },
  )
})

describe('refuses with 400 and says what to do', () => {
  test.each([
    ['{', /JSON object/],
    ['', /JSON object/],
    ['null', /JSON object/],
    ['[]', /JSON object/],
    ['"ada"', /JSON object/],
    ['{}', /enter your name and email/],
    ['{"name":"Ada","email":["ada@example.com"]}', /one email/],
    ['{"name":7,"email":"ada@example.com"}', /one name/],
    ['{"__proto__":{"name":"Ada"},"email":"ada@example.com"}', /enter your name/],
    ['{"name":"Ada","email":"ada"}', /valid email/],
  ])('JSON %s', (body, message) => {
    expect(refusal(json, bytes(body))).toEqual({ status: 400, message: expect.stringMatching(message) })
  })

  test.each([
    ['name=Ada', /enter your name and email/],
    ['name=Ada&email=ada@example.com&email=eve@example.com', /one email/],
  ])('form %s', (body, message) => {
    expect(refusal(form, bytes(body))).toEqual({ status: 400, message: expect.stringMatching(message) })
  })

  test('bytes that are not UTF-8', () => {
    expect(refusal(json, new Uint8Array([0x22, 0xff, 0x22]).buffer).message).toMatch(/UTF-8/)
  })
})

test('half a surrogate pair in a name becomes a character that a database stores', () => {
  const { name } = readBuyer(json, bytes('{"name":"Ada \\ud83d","email":"ada@example.com"}'))
  expect(name).toBe('Ada \ufffd')
})
