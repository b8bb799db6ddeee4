import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { closedPageHeaders } from './closed-page.ts'
import { parsePage } from './html-elements.ts'

const page = (body: string, head = '<meta name="network" content="none">') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
const headers = (body: string) => closedPageHeaders(parsePage(page(body)), 'https://shop.example')
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

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

test.each([
  '<astro-island></astro-island>',
  '<form action="/x"></form>',
  '<button formaction="/x">a</button>',
  '<iframe srcdoc="a"></iframe>',
  '<object></object>',
  '<script src="/x.js"></script>',
  '<script type="speculationrules">{}</script>',
  '<link rel="stylesheet" href="/x.css">',
  '<link rel="manifest" href="/x">',
  '<link rel="apple-touch-icon" href="/x.png">',
  '<link rel="preconnect" href="https://other.example">',
  '<img src="/x.png">',
  '<img srcset="/x.png 2x" src="data:,">',
  '<video poster="/x.png"></video>',
  '<svg><use href="/x.svg#a"></use></svg>',
  '<a ping="/x" href="/">a</a>',
  '<meta http-equiv="refresh" content="1; url=/x">',
  '<base href="https://other.example/">',
  '<style>@import "/x.css";</style>',
  '<style>p { background: url(/x.png) }</style>',
  `<style>p { background: url( "https://other.example/x.png") }</style>`,
])('the server does not start with %s', (body) => {
  expect(() => headers(body)).toThrow('A page that promises to have no network has')
})

test('pictures, icons and typefaces in the page itself are allowed, and what only names an address', () => {
  const body =
    '<img src="data:image/png;base64,"><link rel="icon" href="data:image/svg+xml,"><link rel="canonical" href="/x"><link rel="alternate" href="/feed.atom"><svg><use href="#a"></use></svg><style>p { background: url("data:,"); fill: url(#a) }</style>'
  expect(headers(body)).not.toBe(null)
})
