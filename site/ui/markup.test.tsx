import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LateMarkup, Markup, markupFor } from './markup.tsx'

const page = new Request('http://localhost/blog/a/')
const data = new Request('http://localhost/blog/a.data?_routes=x')

test('a page shows its text and does not carry it as data', () => {
  const html = markupFor(page, 'a', '<p>Text</p>')
  expect(html).toBeNull()
  expect(renderToString(<Markup id="a" html={html} className="prose" />)).toBe(
    '<div id="a" class="prose"><p>Text</p></div>',
  )
})

test('navigation inside the site gets it as data', () => {
  expect(markupFor(data, 'a', '<p>Text</p>')).toBe('<p>Text</p>')
})

test('what is late travels at the end, and its place waits for it', () => {
  const html = markupFor(page, 'b', '<p>Late</p>')
  expect(renderToString(<Markup id="b" html={html} late />)).toBe('<div id="b"></div>')
  expect(renderToString(<LateMarkup id="b" />)).toBe('<div data-late-for="b"><p>Late</p></div>')
})

test('navigation inside the site shows it in its place at once', () => {
  const html = markupFor(data, 'c', '<p>Late</p>')
  expect(renderToString(<Markup id="c" html={html} late />)).toContain('<p>Late</p>')
})
