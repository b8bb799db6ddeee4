import { expect, test } from 'vitest'
import { describeError } from './error-screen.tsx'

test.each([
  ['It broke', new TypeError('It broke')],
  ['Unknown error', new Error('')],
  ['Unknown error', 'thrown text'],
  ['Unknown error', undefined],
])('%j', (text, error) => {
  expect(describeError(error)).toBe(text)
})
