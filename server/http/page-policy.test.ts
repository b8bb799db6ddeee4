import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { parsePage } from './html-elements.ts'
import { closedPageHeaders, pagePolicy } from './page-policy.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The values of the policy, by directive. */
function directivesOf(body: string, formTargets: string[] = []): Record<string, string> {
  const policy = pagePolicy(parsePage(`<!doctype html><html><body>${body}</body></html>`), formTargets)
  return Object.fromEntries(
    policy.split('; ').map((line) => [line.split(' ', 1)[0], line.replace(/^\S+ /, '')]),
  )
}

test('a page with only text may use pictures, typefaces, requests and forms of its own origin, and nothing else', () => {
  expect(directivesOf('<p>Text</p>')).toEqual({
    'default-src': "'none'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
})

test('inline scripts and styles are allowed by hash, each listed once, and inline data is not listed', () => {
  const directives = directivesOf(
    `<style>p { color: red }</style><script>if (1 < 2 && "</p>") run()</script>
    <script type="module">run()</script><script>if (1 < 2 && "</p>") run()</script>
    <script type="speculationrules">{}</script>
    <script type="application/ld+json">{"@graph": []}</script>
    <svg><style>path { fill: red }</style></svg>`,
  )
  expect(directives['script-src']).toBe(['if (1 < 2 && "</p>") run()', 'run()', '{}'].map(hash).join(' '))
  expect(directives['style-src']).toBe(['p { color: red }', 'path { fill: red }'].map(hash).join(' '))
})

test('a hash covers the text as a browser reads it: line ends are newlines', () => {
  expect(directivesOf('<script>a()\r\nb()</script>')['script-src']).toBe(hash('a()\nb()'))
})

test.each([
  ['<script src="/assets/a.js"></script>', "'self'", undefined],
  ['<link rel="stylesheet" href="/assets/a.css">', undefined, "'self'"],
  ['<noscript><link rel="stylesheet" href="/assets/a.css"></noscript>', undefined, "'self'"],
  ['<astro-island component-url="/assets/a.js"></astro-island>', "'self'", "'self'"],
])('files of our own origin are allowed only if the page uses some: %s', (body, scripts, styles) => {
  const directives = directivesOf(body)
  expect(directives['script-src']).toBe(scripts)
  expect(directives['style-src']).toBe(styles)
})

test('the policy allows other origins of forms, of their redirects and of pictures', () => {
  const directives = directivesOf(
    `<form action="https://shop.example/functions/v1/create-checkout"></form><form action="/own"></form>
    <img src="https://pictures.example/a.png"><img src="/b.png"><img src="data:image/png;base64,AA">`,
    ['https:'],
  )
  expect(directives['form-action']).toBe("'self' https://shop.example https:")
  expect(directives['connect-src']).toBe("'self' https://shop.example")
  expect(directives['img-src']).toBe("'self' data: https://pictures.example")
})

test('a manifest is allowed if the page names one', () => {
  expect(directivesOf('<link rel="manifest" href="/site.webmanifest">')['manifest-src']).toBe("'self'")
})

const page = (body: string, head = '<meta name="network" content="none">') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
const headers = (body: string) => closedPageHeaders(parsePage(page(body)), 'https://shop.example')

test('any other page has no such headers', () => {
  expect(closedPageHeaders(parsePage(page('<form></form>', '')), 'https://shop.example')).toBe(null)
})

test('scripts and styles are allowed by hash alone, and nothing else but data', () => {
  const policy = headers(
    '<style>p { color: red }</style><script type="module">run()</script><script type="application/json">{}</script>',
  )?.['content-security-policy']
  expect(policy).toBe(
    `default-src 'none'; script-src ${hash('run()')}; style-src ${hash('p { color: red }')}; img-src data:; font-src data:; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  )
})

test('the list of connections has the links of the page, each with its own query or none', () => {
  const links =
    '<a href="/#pricing">a</a><a href="/">b</a><a href="/blog">c</a><a href="/blog?x=1&y=a*(b)">g</a><a href="https://docs.example/a">d</a><a href="mailto:a@b.example">e</a><a>f</a>'
  expect(headers(links)?.['connection-allowlist']).toBe(
    '("https://shop.example/?" "https://shop.example/blog?" "https://shop.example/blog?x=1&y=a\\\\*\\\\(b\\\\)" "https://docs.example/a?")',
  )
})
