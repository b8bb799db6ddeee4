import { expect, test } from 'vitest'
import { readFrontMatter } from './front-matter.ts'

test('fields and text are separated, and a date stays text', () => {
  expect(readFrontMatter('---\ntitle: A\ndate: 2025-13-45\n---\nText\n---\nmore')).toEqual({
    fields: { title: 'A', date: '2025-13-45' },
    body: 'Text\n---\nmore',
  })
})

test.each([
  ['no header', 'Text', { fields: {}, body: 'Text' }],
  ['an empty header', '---\n---\nText', { fields: {}, body: 'Text' }],
  [
    'a byte order mark and line ends of Windows',
    '\uFEFF---\r\ntitle: A\r\n---\r\nText',
    { fields: { title: 'A' }, body: 'Text' },
  ],
])('%s', (_, file, expected) => {
  expect(readFrontMatter(file)).toEqual(expected)
})

test.each([
  [
    'a colon without quotes',
    '---\nexcerpt: A\ntitle: Terraform: a guide\n---\n',
    /^Line 3 of the header .*"double quotes"/,
  ],
  [
    'a field given twice',
    '---\ntitle: A\ntitle: B\n---\n',
    /^Line 3 of the header cannot be read: Map keys must be unique/,
  ],
  ['a header without an end', '---\ntitle: A\n\nText', /Put a line of --- below its last field/],
  ['a header that is not a list of fields', '---\nJust words\n---\n', /Write one field a line/],
])('%s is refused, with the remedy', (_, file, problem) => {
  expect(() => readFrontMatter(file)).toThrow(problem)
})
