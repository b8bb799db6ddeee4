import { expect, test } from 'vitest'
import { codePoints, unicodeRange } from './unicode-range.ts'

test('code points become a range, and the range becomes the same code points', () => {
  expect(codePoints('U+20-22,U+E9')).toEqual([0x20, 0x21, 0x22, 0xe9])
  expect(unicodeRange([0x20, 0x21, 0x22, 0xe9])).toBe('U+20-22,U+E9')
  expect(unicodeRange([])).toBe('')
})
