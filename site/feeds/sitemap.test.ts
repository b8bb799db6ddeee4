import { expect, test } from 'vitest'
import { labels } from '#content/labels.ts'
import { llmsText, postMarkdown } from './llms.ts'
import { indexedPages, sitemap } from './sitemap.ts'

const base = new URL('https://shop.example')

test('pages with their own file are listed, except noindex pages and templates of many texts', () => {
  const listed = '<Page title="a" description="b">'
  const sources = {
    './index.astro': '<Page title={name} data={data}>',
    './blog/index.astro': listed,
    './press.astro': listed,
    './404.astro': '<Page\n  title="a"\n  noindex\n>',
    './blog/404.astro': '<Page title="a" noindex>',
    './[text].astro': listed,
  }
  expect(indexedPages(sources)).toEqual(['/', '/blog', '/press'])
})

test('the sitemap has absolute addresses, and dates if they are known', () => {
  const xml = sitemap(base, [{ path: '/b&c', changed: '2025-01-05' }, { path: '/' }])
  expect(xml.match(/<url>.*<\/url>/g)).toEqual([
    '<url><loc>https://shop.example/</loc></url>',
    '<url><loc>https://shop.example/b&amp;c</loc><lastmod>2025-01-05</lastmod></url>',
  ])
})

const post = { id: 'a', title: '', excerpt: '', author: '', category: '', date: '', updated: '' }

test('a post as Markdown begins with its title and its known details', () => {
  expect(postMarkdown(base, { ...post, body: '\nText\n' })).toBe(
    '# a\n\nhttps://shop.example/blog/a\n\nText\n',
  )
  const known = { ...post, title: 'A', excerpt: 'E', author: 'Ada', date: '2025-01-05', body: 'Text' }
  expect(postMarkdown(base, known)).toBe(
    `# A\n\n> E\n\n${labels.post.by} Ada | ${labels.post.published} 2025-01-05 | https://shop.example/blog/a\n\nText\n`,
  )
})

test('llms.txt names the price, the pages of the kit, every post as Markdown and every text; empty lists have no heading', () => {
  const { product, questions, blog } = labels.overview
  const overview = {
    base,
    name: 'Kit',
    description: 'D',
    price: '$1',
    faq: true,
    posts: [post],
    kit: [{ path: '/kit/files', title: 'Files', description: 'All' }],
    texts: [],
  }
  expect(llmsText(overview)).toBe(
    `# Kit\n\n> D\n\n## ${product}\n\n- [Kit](https://shop.example/): $1\n- [${questions}](https://shop.example/#faq)\n- [Files](https://shop.example/kit/files): All\n\n## ${blog}\n\n- [a](https://shop.example/blog/a.md)\n`,
  )
  expect(llmsText({ ...overview, faq: false, posts: [], kit: [] })).toBe(
    `# Kit\n\n> D\n\n## ${product}\n\n- [Kit](https://shop.example/): $1\n`,
  )
})
