import { expect, test } from 'vitest'
import { labels } from '#content/labels.ts'
import { render } from './render.ts'

test('raw HTML is shown as text and never becomes an element', async () => {
  const { html } = await render(
    'a <b onclick="x()">b</b>\n\n<script>alert(1)</script>\n\n<img src=x onerror=y>',
  )
  expect(html).not.toMatch(/<(b|script|img)/)
  expect(html).toContain('<p>a &#x3C;b onclick="x()">b&#x3C;/b></p>')
  expect(html).toContain('<p>&#x3C;script>alert(1)&#x3C;/script></p>')
})

test.each([
  ['Replace <account-id> with yours.', '<p>Replace &#x3C;account-id> with yours.</p>'],
  ['A Map<string> is', '<p>A Map&#x3C;string> is</p>'],
  ['<account-id>', '<p>&#x3C;account-id></p>'],
  ['- <account-id> first', '<li>&#x3C;account-id> first</li>'],
  ['> <account-id>', '<blockquote>\n<p>&#x3C;account-id></p>\n</blockquote>'],
  ['## The <account-id>\n', '>The &#x3C;account-id></a></h2>'],
  ['| a |\n|---|\n| <account-id> |', '<td>&#x3C;account-id></td>'],
  ['<!-- a comment --> and text', '<p> and text</p>'],
])('%j keeps its words', async (markdown, expected) => {
  expect((await render(markdown)).html).toContain(expected)
})

test('comments are not shown', async () => {
  const { html } = await render('One <!-- hidden --> two.\n\n<!-- hidden\n\nhidden -->\n')
  expect(html).not.toContain('hidden')
  expect(html).not.toMatch(/<p>\s*<\/p>/)
})

test('headings have ids and are listed, and a body has no h1', async () => {
  const { html, headings } = await render('# Title\n\n## 1. Use & care\n\n### Deep\n\n## 1. Use & care')
  expect(html).not.toContain('<h1')
  expect(headings).toEqual([
    { depth: 2, slug: 'title', text: 'Title' },
    { depth: 2, slug: '1-use--care', text: '1. Use & care' },
    { depth: 3, slug: 'deep', text: 'Deep' },
    { depth: 2, slug: '1-use--care-1', text: '1. Use & care' },
  ])
  expect(html).toContain('<h3 id="deep"><a class="heading-link" href="#deep">Deep</a></h3>')
})

test('the boxes of a list of tasks have names', async () => {
  const { html } = await render('- [x] one\n- [ ] two')
  expect(html).toContain(`<input type="checkbox" checked disabled aria-label="${labels.post.task.done}">`)
  expect(html).toContain(`<input type="checkbox" disabled aria-label="${labels.post.task.open}">`)
})

test('the words of footnotes are from the content', async () => {
  const { html } = await render('One[^a] and again[^a].\n\n[^a]: A note.')
  // The heading is hidden, so it has no link that takes the focus.
  expect(html).toMatch(new RegExp(`<h2 [^>]*class="sr-only"[^>]*>${labels.post.footnotes}</h2>`))
  for (const nth of [1, 2]) expect(html).toContain(`aria-label="${labels.post.backToNote(1, nth)}"`)
})

test('a heading that contains a link does not become a link', async () => {
  const { html } = await render('## See [this](/terms)')
  expect(html).toContain('<h2 id="see-this">See <a href="/terms">this</a></h2>')
})

test('a wide table says that it scrolls, and its rows have headings', async () => {
  const { html } = await render('| a | b | c | d | e |\n|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 |\n')
  expect(html).toContain(
    `<figure class="wide-table"><figcaption class="table-hint">${labels.post.wideTable}</figcaption>`,
  )
  expect(html).toContain('<th scope="row">1</th>')
  expect(html).toContain('<td>5</td>')
  expect((await render('| a | b |\n|---|---|\n| 1 | 2 |\n')).html).toContain('<td>1</td>')
})

test.each([
  [5, 1, true],
  [4, 21, true],
  [4, 20, false],
  [3, 81, true],
  [3, 80, false],
  [2, 200, false],
])('a table of %i columns with a cell of %i characters is wide: %s', async (columns, length, isWide) => {
  const row = (cell: string) => `|${` ${cell} |`.repeat(columns)}\n`
  const { html } = await render(row('a') + row('---') + row('b'.repeat(length)))
  expect(html.includes('class="wide-table"')).toBe(isWide)
})

test('each table scrolls in a region with a unique name', async () => {
  const table = '| a | b |\n|---|---|\n| 1 | 2 |\n'
  const { html } = await render(`${table}\n${table}`)
  expect(html).toContain(
    `<div class="table-scroll" role="region" aria-label="${labels.post.table(1)}" tabindex="0"><table>`,
  )
  expect(html).toContain(`aria-label="${labels.post.table(2)}"`)
  expect(html.match(/<table>/g)).toHaveLength(2)
})

test('a caption may be written as a title', async () => {
  const { html } = await render('```js title="shop.js"\n1\n```')
  expect(html).toContain('<figcaption><span>shop.js</span>')
})

test('code is a figure with a caption, colored without style attributes', async () => {
  const { html } = await render('```hcl main.tf\na = 1\n```\n\n```json\n{}\n```\n\n    plain <b>\n')
  expect(html).toContain('<figure class="code"><figcaption><span>main.tf</span>')
  expect(html).toContain('<span>json</span>')
  expect(html).toContain(
    `<pre role="region" aria-label="${labels.post.code(3, 'text')}" tabindex="0"><code>plain &#x3C;b></code></pre>`,
  )
  expect(html).toContain('tok-constant')
  expect(html).not.toContain('style=')
})

test('only short inline code is kept on one line', async () => {
  const { html } = await render(
    '`us-east-1` and `arn:aws:iam::*:role/OrganizationAccountAccessRole`\n\n```\nus-east-1\n```',
  )
  expect(html).toContain('<code class="code-short">us-east-1</code>')
  expect(html.match(/code-short/g)).toHaveLength(1)
})
