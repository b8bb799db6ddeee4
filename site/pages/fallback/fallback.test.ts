import { expect, test } from 'vitest'
import { describeError } from './fallback.tsx'

test.each([
  ['500 Broken', { status: 500, statusText: 'Broken', internal: false, data: null }],
  ['404', { status: 404, statusText: '', internal: false, data: null }],
  ['It broke', new TypeError('It broke')],
  ['Unknown error', new Error('')],
  ['Unknown error', 'thrown text'],
  ['Unknown error', undefined],
])('%j', (text, error) => {
  expect(describeError(error)).toBe(text)
})
