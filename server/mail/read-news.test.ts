import { expect, test } from 'vitest'
import { readNews } from './read-news.ts'

const read = (text: string) => readNews(new TextEncoder().encode(text))

test('reads a title and the text below it, in any form of line break', () => {
  const news = { title: 'What is new in 2.0', text: 'Faster.\n\n1. One' }
  expect(read('# What is new in 2.0\n\nFaster.\n\n1. One\n')).toEqual(news)
  expect(read('\ufeff\r\n# What is new in 2.0 \r\nFaster.\r\n\r\n1. One\r\n\r\n')).toEqual(news)
})

test.each(['', 'No title', '# Only a title', '# \ntext', 'Text\n# Late'])('refuses %j', (text) => {
  expect(() => read(text)).toThrow('The first line is not a title')
})

test.each([
  ['[guide](docs/upgrade.md)', 'Line 3 links to docs/upgrade.md'],
  ['Text\n\n[guide](/kit/files)', 'Line 5 links to /kit/files'],
  ['[guide](#below)', 'Line 3 links to #below'],
  ['[guide][1]\n\n[1]: ../README.md', 'links to ../README.md'],
  ['[x](javascript:alert)', 'links to javascript:alert'],
  ['- a\n- ![plan](https://x.example/plan.png)', 'has the picture https://x.example/plan.png'],
])('refuses %j with its line', (text, message) => {
  expect(() => read(`# New\n\n${text}`)).toThrow(message)
})

test('takes whole addresses, and addresses in code', () => {
  expect(
    read('# New\n\nSee https://a.example, [b](https://b.example), <c@d.example> and `[e](f)`').title,
  ).toBe('New')
})

test('refuses bytes that are not UTF-8', () => {
  expect(() => readNews(Buffer.from('# Neu: für alle\n\nText', 'latin1'))).toThrow('not in UTF-8')
  expect(() => readNews(Buffer.from('\ufeff# New\n\nText', 'utf16le'))).toThrow('not in UTF-8')
})
