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
  ['line ends of old Macs', '---\rtitle: A\r---\rText', { fields: { title: 'A' }, body: 'Text' }],
  [
    'a comment on a line of its own',
    '---\n# A note\ntitle: A\n---\nText',
    { fields: { title: 'A' }, body: 'Text' },
  ],
  ['a rule at the top of a text', '\n---\nText: more', { fields: {}, body: '\n---\nText: more' }],
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
    /^Line 3 of the header has a field that is already there. Remove one of the two.$/,
  ],
  ['a header without an end', '---\ntitle: A\n\nText', /Put a line of --- below its last field/],
  ['a header that is not a list of fields', '---\nJust words\n---\n', /Write one field a line/],
  ['a # in a text', '---\ntitle: Tip #1 of five\n---\n', /in quotes: title: "Tip #1 of five"$/],
  ['a blank line before the header', '\n---\ntitle: A\n---\n', /on the first line of the file/],
  ['a comment before the header', '<!-- draft -->\n---\ntitle: A\n---\n', /on the first line of the file/],
  ['a header of TOML', '+++\ntitle = "A"\n+++\n', /with a line of ---/],
])('%s is refused, with the remedy', (_, file, problem) => {
  expect(() => readFrontMatter(file)).toThrow(problem)
})
