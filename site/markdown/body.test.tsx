import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Body, bodyFor } from './body.tsx'

const page = new Request('http://localhost/blog/a/')
const data = new Request('http://localhost/blog/a.data?_routes=x')

test('a page shows its body and does not carry it as data', () => {
  const html = bodyFor(page, 'a', '<p>Body</p>')
  expect(html).toBeNull()
  expect(renderToString(<Body name="a" html={html} />)).toBe('<div class="prose"><p>Body</p></div>')
})

test('navigation inside the site gets it as data', () => {
  expect(bodyFor(data, 'a', '<p>Body</p>')).toBe('<p>Body</p>')
})
