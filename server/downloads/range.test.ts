import { expect, test } from 'vitest'
import { readRange } from './range.ts'

const file = { size: 1000, etag: '"abc"' }

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=500-', { start: 500, end: 999 }],
  ['bytes=500-599', { start: 500, end: 599 }],
  ['bytes=999-5000', { start: 999, end: 999 }],
  ['BYTES=1-2', { start: 1, end: 2 }],
  ['bytes=-1', { start: 999, end: 999 }],
  ['bytes=-1000', { start: 0, end: 999 }],
  ['bytes=-99999999999999999999', { start: 0, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=2-1', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=0x1-2', 'whole'],
  ['bytes=1.5-2', 'whole'],
  ['items=0-1', 'whole'],
] as const)('%s', (range, expected) => {
  expect(readRange(range, undefined, file)).toEqual(expected)
})

test('If-Range allows the range only if the file is unchanged', () => {
  expect(readRange('bytes=5-', '"abc"', file)).toEqual({ start: 5, end: 999 })
  expect(readRange('bytes=5-', '"other"', file)).toBe('whole')
  expect(readRange('bytes=5-', 'W/"abc"', file)).toBe('whole')
  expect(readRange('bytes=5-', 'Wed, 21 Oct 2026 07:28:00 GMT', file)).toBe('whole')
})
