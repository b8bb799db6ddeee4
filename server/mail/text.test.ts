import { expect, test } from 'vitest'
import { facts, Markdown, md } from '../../contract/markdown.ts'
import { htmlOf } from './html.ts'
import { textOf } from './text.ts'

const text = md`
  # Title

  > A note *with* **words**.

  [Download](${'https://shop.example/d/v1.x?a=1&b=2'})

  See [the guide](https://docs.example), or [a@b.example](mailto:a@b.example).

  - one
  - two

  1. first
  1. second

  ${facts({ Order: 'order-1', 'Amount paid': '$348', Tax: null })}

  ___

  The seller`

test('the text of a mail is its Markdown without signs, and has each address', () => {
  expect(textOf(text)).toBe(`Title
=====

> A note with words.

Download:
https://shop.example/d/v1.x?a=1&b=2

See the guide (https://docs.example), or a@b.example.

- one
- two

1. first
2. second

Order:       order-1
Amount paid: $348

-- 
The seller
`)
})

test('the HTML has a button, a table with labels, and a light and a dark look', () => {
  const html = htmlOf({ subject: 'Subject', text }, 'en')
  expect(html).toMatch(
    /<a class="button" style="[^"]+" href="https:\/\/shop\.example\/d\/v1\.x\?a=1&amp;b=2"/,
  )
  expect(html).toMatch(/<th style="[^"]+" scope="row">Order<\/th>/)
  expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{body\{/)
  // An element with a dark color has a light one, too.
  const dark = [...html.matchAll(/(?<=[{}])([a-z]\w*)(?:\.(\w+))?\{[^}]*!important/g)]
  expect(dark.length).toBeGreaterThan(10)
  for (const [, tag, name] of dark)
    expect(html).not.toMatch(new RegExp(`<${tag}${name ? ` class="${name}"` : ''}(?! class| style)[ >]`))
})

test('code, its comments, and lists in lists stay what they are', () => {
  const source = '```bash\n# no heading\nmake  test <all>\n```\n\n3. three\n   - nested\n4. four with `a  b`'
  expect(textOf(new Markdown(source))).toBe(
    '    # no heading\n    make  test <all>\n\n3. three\n   - nested\n4. four with a  b\n',
  )
  const html = htmlOf({ subject: 'x', text: new Markdown(source) }, 'en')
  expect(html).toContain('# no heading\nmake  test &lt;all&gt;\n</code></pre>')
  expect(html).toMatch(/<ol style="[^"]+" start="3">/)
})

test("tags and scripts in the seller's Markdown are shown, and not run", () => {
  const source = '<b>1</b> [no](javascript:alert(1)) ![i](https://x.example/i.png)'
  const html = htmlOf({ subject: 'x', text: new Markdown(source) }, 'en')
  expect(html).toContain('&lt;b&gt;1&lt;/b&gt; no i')
  expect(html).not.toMatch(/javascript|<img|<b>/)
})
