import { expect, test } from 'vitest'
import { silentIo } from '../tests/support/command-line.ts'
import { confirm, type Io, UsageError } from './io.ts'

const question = 'Give $1.00 back to Ada\u202e00.843$\u009b31m https://evil.example?'
const plain = 'Give $1.00 back to Ada 00.843$ 31m https: //evil.example?'

test('a question shows no control or direction characters from a buyer, and no link', async () => {
  const questions: string[] = []
  const errors: string[] = []
  const ask = async (text: string) => {
    questions.push(text)
    return 'no'
  }
  const io: Io = { ...silentIo, ask, error: (text) => void errors.push(text) }
  expect(await confirm(io, question, false)).toBe(false)
  expect(questions).toEqual([`${plain} [y/N] `])
  expect(errors).toEqual(['Nothing was changed.'])
  const withoutTerminal = confirm({ ...io, ask: null }, question, false)
  await expect(withoutTerminal).rejects.toThrow(UsageError)
  await expect(withoutTerminal).rejects.toThrow(
    `${plain} There is no terminal to answer. To skip the question, add --yes`,
  )
})
