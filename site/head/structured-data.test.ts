import { expect, test } from 'vitest'
import { faq } from '#content/home/questions.ts'
import { labels } from '#content/labels.ts'
import { site } from '#content/site.ts'
import { blogPosting, breadcrumbs, faqPage, organization, product, toJsonLd } from './structured-data.ts'

const shop = { base: new URL('https://shop.example'), site }
const post = {
  id: 'a-post',
  title: 'A post',
  excerpt: 'What it says',
  author: 'Ada Lovelace',
  category: 'AWS',
  date: '2025-01-05',
  updated: '2025-02-06',
}

test.each([
  [
    {},
    [
      { price: '348.00', availability: 'https://schema.org/LimitedAvailability' },
      { price: '497.00', availability: 'https://schema.org/InStock' },
    ],
  ],
  [{ earlyBirdSeats: 0 }, [{ price: '497.00', availability: 'https://schema.org/InStock' }]],
  [{ currency: 'jpy', priceCents: 5000 }, [{ price: '5000', priceCurrency: 'JPY' }, { price: '49700' }]],
])('the offers of a catalog with %j are %j', (change, expected) => {
  const prices = {
    currency: 'usd',
    priceCents: 34800,
    listPriceCents: 49700,
    earlyBirdSeats: 50,
    ...change,
  }
  expect(product(shop, prices).offers).toMatchObject(expected)
})

test('a post has its dates, its author and its breadcrumbs', () => {
  expect(blogPosting(shop, post)).toMatchObject({
    mainEntityOfPage: 'https://shop.example/blog/a-post',
    headline: 'A post',
    datePublished: '2025-01-05',
    dateModified: '2025-02-06',
    author: { '@type': 'Person', name: 'Ada Lovelace' },
  })
  expect(blogPosting(shop, { ...post, author: `${site.name} Team` }).author).toMatchObject({
    '@type': 'Organization',
  })
  expect(breadcrumbs(shop, '/blog/a-post', 'A post')[0]?.itemListElement).toMatchObject([
    { position: 1, name: labels.notFound.home, item: 'https://shop.example/' },
    { position: 2, name: labels.bar.blog, item: 'https://shop.example/blog' },
    { position: 3, name: 'A post', item: 'https://shop.example/blog/a-post' },
  ])
  expect(breadcrumbs(shop, '/', 'Home')).toEqual([])
})

test('missing fields of a post are left out', () => {
  const empty = { id: 'a-post', title: '', excerpt: '', author: '', category: '', date: '', updated: '' }
  const node = blogPosting(shop, empty)
  expect(node.headline).toBe('a-post')
  expect(node.author).toEqual({ '@id': organization(shop)['@id'] })
  for (const name of ['description', 'datePublished', 'dateModified', 'articleSection'])
    expect(node).not.toHaveProperty(name)
})

test('each question has its answer and its address on the page', () => {
  const questions = faq.questions.map((one) => ({ ...one, text: one.answer }))
  const entities = faqPage(shop, questions).mainEntity as { name: string; url: string }[]
  expect(entities.map(({ name }) => name)).toEqual(faq.questions.map(({ question }) => question))
  expect(entities[0]?.url).toBe(`https://shop.example/#faq-${faq.questions[0]?.id}`)
})

test('no text can end the script element', () => {
  const text = toJsonLd([{ '@type': 'Thing', name: '</script><!--' }])
  expect(text).not.toContain('<')
  expect(JSON.parse(text)['@graph']).toEqual([{ '@type': 'Thing', name: '</script><!--' }])
})
