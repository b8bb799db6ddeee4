import { expect, test } from 'vitest'
import { parseNotes } from './notes.ts'

test('notes have a title, headings, paragraphs, lists, links, code and bold words', () => {
  const notes = parseNotes(`# What is new
Regions are a list now.
See [the guide](https://docs.example/regions).
## Changes
- \`region\` became \`regions\`,
  and takes a list
* **one** more

<b>1 < 2</b> [no](javascript:alert(1))
`)
  expect(notes).toEqual({
    title: 'What is new',
    blocks: [
      {
        kind: 'text',
        content: [
          'Regions are a list now. See ',
          { text: 'the guide', href: 'https://docs.example/regions' },
          '.',
        ],
      },
      { kind: 'heading', text: 'Changes' },
      {
        kind: 'list',
        items: [
          [{ code: 'region' }, ' became ', { code: 'regions' }, ', and takes a list'],
          [{ strong: 'one' }, ' more'],
        ],
      },
      { kind: 'text', content: ['<b>1 < 2</b> [no](javascript:alert(1))'] },
    ],
  })
})

test.each(['', 'no title', '## too deep', '#no space'])('%j has no title', (text) => {
  expect(parseNotes(text)).toBeNull()
})
