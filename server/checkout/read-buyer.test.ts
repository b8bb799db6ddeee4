import { expect, test } from 'vitest'
import { readBuyer } from './read-buyer.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }

test('reads only name and email', () => {
  expect(readBuyer({ ...ada, more: [1] })).toEqual(ada)
})

test.each([
  [{}, /enter your name and email/],
  [{ name: 'Ada' }, /enter your name and email/],
  [{ name: 'Ada', email: 'ada' }, /valid email/],
  [{ ...ada, email: ['ada@example.com'] }, /one email/],
  [{ ...ada, name: 7 }, /one name/],
])('refuses %j and says what to change', (fields, message) => {
  expect(() => readBuyer(fields)).toThrow(
    expect.objectContaining({ code: 'bad_input', message: expect.stringMatching(message) }),
  )
})
