import { expect, test } from 'vitest'
import { facts, md } from '../../contract/markdown.ts'
import { htmlOf } from './html.ts'
import { textOf } from './text.ts'

test.each([
  'Ada <script>alert(1)</script> & "Co"',
  '[x](https://evil.example)',
  'https://evil.example/a',
  'www.evil.example',
  'me@evil.example',
  '<https://evil.example>',
  '![i](https://evil.example/i.png)',
  '[a]: https://evil.example',
  '**b** _i_ `c` | pipe \\ back ~~d~~',
  '# head',
  '1. one',
  '- dash',
  '> quote',
  '    code',
  '```',
  '~~~',
  '***',
  '=== ==',
  '&lt;b&gt; &amp; &copy;',
  'line\n\n# two\r\n- x',
  'a\\',
  'שרה כהן',
  '日本語_強調_です',
])('%j stays what it is, wherever it stands', (value) => {
  const text = md`
    # ${value}

    ${value}

    Hello ${value}, **${value}**, [${value}](https://shop.example/${'a'}).

    > ${value}

    1. ${value}

    ${facts({ [value]: value, Second: md`x ${value}` })}`
  const shown = value.replace(/\s+/g, ' ').trim()
  expect(textOf(text).split(shown)).toHaveLength(11)
  const html = htmlOf({ subject: value, text }, 'en').replace(/^.*<body/s, '')
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['https://shop.example/a'])
  expect(html).not.toMatch(/<(?!\/?(body|html|table|tr|t[dh]|h1|p|strong|blockquote|a|ol|li)\b)/)
})

test('nothing is left of null, false and a row without a value, and a space at the end of a value stays', () => {
  expect(md`a ${null}${false}${['b', md`*c*`]} ${1}`.source).toBe('a b\n*c* 1')
  expect(md`see ${'it '}now`.source).toBe('see it now')
  expect(facts({ a: 'b', c: null, d: false }).source).toBe('| | |\n| --- | --- |\n| a | b |')
})
