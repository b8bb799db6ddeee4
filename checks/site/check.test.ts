import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checks } from './check.ts'
import { readSite } from './read-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'check-site-'))
const correctSite = path.join(folder, 'correct')

const base = 'https://shop.example'
const page = (address: string, title: string, body: string, head = '') => `<!doctype html>
<html lang="en"><head><title>${title}</title>
<meta name="description" content="${title}: a description that is long enough for a search result to show it whole.">
${head || `<link rel="canonical" href="${new URL(address, base).href}">`}</head>
<body><main><h1>${title}</h1>${body}</main><footer><a href="/">Home</a> <a href="/blog/first">A post</a></footer></body></html>`

const files: Record<string, string> = {
  'index.html': page(
    '/',
    'Runbooks',
    '<details id="faq-why"><summary>Why?</summary></details><a href="https://example.com/docs">Docs</a> <a href="/#faq-why">Why</a>',
  ),
  'blog/first/index.html': page(
    '/blog/first',
    'A first post',
    '<h2 id="steps">Steps</h2><p><a href="#steps">Steps</a> <img src="/favicon.svg" alt="An icon"></p>',
  ),
  '404.html': page('/404', 'Page not found', '', '<meta name="robots" content="noindex">'),
  'favicon.svg': '<svg/>',
  'assets/page.js': 'run()',
}

beforeAll(() => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.join(correctSite, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(correctSite, name), content)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const problemsOf = (root: string): string[] => {
  const site = readSite(root)
  return Object.values(checks).flatMap((check) =>
    [...check(site)].map(({ file, problem }) => `${file} ${problem}`),
  )
}

test('a correct site has no findings', () => {
  expect(problemsOf(correctSite)).toEqual([])
})

const [home, post] = ['index.html', 'blog/first/index.html'] as const

test.each([
  [post, /<title>.*<\/title>/, '<title>Runbooks</title>', 'index.html has the title of blog/first'],
  [home, 'Runbooks: a description', 'A', 'has a description of 59 characters'],
  [post, '/favicon.svg', '/none.svg', 'links to /none.svg, which does not exist'],
  [post, 'href="#steps"', 'href="#step"', 'links to #step, but that page has no such id'],
  [home, '/#faq-why', '/blog/first#faq-why', 'but that page has no such id'],
  [home, 'https://example.com/docs', '', 'which leads nowhere'],
  [
    home,
    'https://example.com/docs',
    'https://localhost/docs',
    'which leads to a machine that visitors cannot reach',
  ],
  [home, /<footer>.*<\/footer>/, '', 'blog/first/index.html is not linked from any other page'],
  [post, '</h1>', '</h1><h1>Two</h1>', 'Multiple <h1>'],
  [
    'assets/page.js',
    'run()',
    'AbortSignal.any([])',
    'calls AbortSignal.any, which Safari 16.4 does not have',
  ],
  [home, '<main>', '<script>URL.parse("/")</script><main>', 'calls URL.parse'],
])('%s: %s replaced by %j', (file, from, to, expected) => {
  const root = mkdtempSync(path.join(folder, 'broken-'))
  cpSync(correctSite, root, { recursive: true })
  const before = readFileSync(path.join(root, file), 'utf8')
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  writeFileSync(path.join(root, file), after)
  expect(problemsOf(root).join('\n')).toContain(expected)
})

test('a folder without a site is refused, with the command that builds one', () => {
  expect(() => readSite(path.join(folder, 'none'))).toThrow('Build the site first: npm run build')
})
