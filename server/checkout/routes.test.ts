import { expect, test } from 'vitest'
import { inputProblems } from '#content/messages.ts'
import { aBuyer } from '../../tests/support/a-buyer.ts'
import { readBuyer } from './routes.ts'

const ada = aBuyer()

test('reads only name and email', () => {
  expect(readBuyer({ ...ada, more: [1] })).toEqual(ada)
})

test.each([
  [{}, inputProblems.required.message],
  [{ name: 'Ada' }, inputProblems.required.message],
  [aBuyer({ name: 'Ada', email: 'ada' }), inputProblems.invalidEmail.message],
  [{ ...ada, email: ['ada@example.com'] }, 'Send one email'],
  [{ ...ada, name: 7 }, 'Send one name'],
])('refuses %j and says what to change', (fields, message) => {
  expect(() => readBuyer(fields)).toThrow(
    expect.objectContaining({ code: 'bad_input', message: expect.stringContaining(message) }),
  )
})
