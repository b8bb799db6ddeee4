import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { site } from '#content/site.ts'
import { page, pageStyleHash } from './page.ts'

test('a page escapes its values, links to the home page, and is not cached or indexed', async () => {
  const answer = await page({ title: '<b>', body: html`<h1>${'<script>'}</h1>`, status: 410 })
  const text = await answer.text()
  expect(answer.status).toBe(410)
  expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(text).toContain('<h1>&lt;script&gt;</h1>')
  expect(text).toContain(`<title>&lt;b&gt; · ${site.name}</title>`)
  expect(text).toContain('<meta name="robots" content="noindex">')
  expect(text).toMatch(new RegExp(`<a class="home" href="/"><img [^>]* alt=""[^>]*>${site.name}</a>`))
  expect(text).not.toMatch(/<script/)
})

test('the exported hash is that of the style element in the page', async () => {
  const text = await (await page({ title: 't', body: html`<h1>t</h1>` })).text()
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ''
  expect(`'sha256-${createHash('sha256').update(style).digest('base64')}'`).toBe(pageStyleHash)
})

// A mail has a look of its own, which mail programs understand.
test('every button of the server has the look of brand/button.css', () => {
  const server = path.resolve(import.meta.dirname, '..')
  const plain = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts', 'mail/html.ts'] }).flatMap(
    (file) =>
      [...readFileSync(path.join(server, file), 'utf8').matchAll(/<button\b[^>]*>|class="button\b[^"]*"/g)]
        .filter(([markup]) => !markup.includes('class="button button-'))
        .map(([markup]) => `${file}: ${markup}`),
  )
  expect(plain).toEqual([])
})
