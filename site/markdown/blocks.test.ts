import { expect, test } from 'vitest'
import { labels } from '#content/labels.ts'
import { render } from './render.ts'

test('raw HTML is not rendered', async () => {
  const { html } = await render(
    'a <b onclick="x()">b</b>\n\n<script>alert(1)</script>\n\n<img src=x onerror=y>',
  )
  expect(html).not.toMatch(/<(b|script|img)/)
  expect(html).toContain('<p>a b</p>')
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
  expect(html).toContain(`>${labels.post.footnotes}</a></h2>`)
  for (const nth of [1, 2]) expect(html).toContain(`aria-label="${labels.post.backToNote(1, nth)}"`)
})

test('a heading that contains a link does not become a link', async () => {
  const { html } = await render('## See [this](/terms)')
  expect(html).toContain('<h2 id="see-this">See <a href="/terms">this</a></h2>')
})

test('a table of many columns names the column of each cell, for narrow windows', async () => {
  const { html } = await render('| a | b | c | d | e |\n|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 |\n')
  expect(html).toContain('<table class="stacked" role="table">')
  expect(html).toContain('<th scope="col" role="columnheader">a</th>')
  expect(html).toContain('<th data-column="a" role="rowheader" scope="row">1</th>')
  expect(html).toContain('<td data-column="e" role="cell">5</td>')
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
