import { expect, test } from 'vitest'
import { errorScreen } from '#content/error-screen.ts'
import { describeError } from './error-screen.tsx'

test.each([
  ['It broke', new TypeError('It broke')],
  [errorScreen.unknown, new Error('')],
  [errorScreen.unknown, 'thrown text'],
  [errorScreen.unknown, undefined],
])('the message is %j for %j', (text, error) => {
  expect(describeError(error)).toBe(text)
})
