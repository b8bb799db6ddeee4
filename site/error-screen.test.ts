import { expect, test } from 'vitest'
import { errorScreen } from '../content/error-screen.ts'
import { describeError } from './error-screen.tsx'

test.each([
  ['It broke', new TypeError('It broke')],
  [errorScreen.unknown, new Error('')],
  [errorScreen.unknown, 'thrown text'],
  [errorScreen.unknown, undefined],
])('%j', (text, error) => {
  expect(describeError(error)).toBe(text)
})
