import { expect, test } from 'vitest'
import { fitTitle } from './fit-title.ts'

/** Measures as if each character were half as wide as the type size. */
const measure = (text: string, size: number) => (text.length * size) / 2
const box = { width: 500, height: 300 }

test('a title has the largest size that fits into its box, and breaks between words', () => {
  const short = fitTitle('One two', box, measure)
  expect(short).toEqual({ size: 88, lines: ['One two'] })
  const long = fitTitle('Words that need more room than one line of the largest type has', box, measure)
  expect(long.size).toBeLessThan(88)
  expect(long.lines.join(' ')).toBe('Words that need more room than one line of the largest type has')
  for (const line of long.lines) expect(measure(line, long.size)).toBeLessThanOrEqual(box.width)
})

test('lines have similar lengths', () => {
  const { lines } = fitTitle('aaaa aaaa aaaa b', { width: 640, height: 200 }, measure)
  expect(lines).toEqual(['aaaa aaaa', 'aaaa b'])
})

test('a text that does not fit at the smallest size is cut and ends with an ellipsis', () => {
  const { lines, size } = fitTitle('words '.repeat(60), box, measure)
  expect(lines.length * size).toBeLessThanOrEqual(box.height)
  expect(lines.at(-1)).toMatch(/words…$/)
})

test('a word that is wider than the box is not broken, and has the smallest size', () => {
  expect(fitTitle('x'.repeat(40), box, measure)).toEqual({ size: 40, lines: ['x'.repeat(40)] })
})

test('without a title, there are no lines', () => {
  expect(fitTitle(' ', box, measure).lines).toEqual([])
})
