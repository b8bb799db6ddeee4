import { expect, test } from 'vitest'
import { categoriesOf, categoriesWithPage, categorySlug } from './categories.ts'

const post = (id: string, category: string) => ({ id, data: { category } })

test.each([
  ['AWS Security', 'aws-security'],
  ['  CI & CD!', 'ci-cd'],
  ['Über Élan', 'über-élan'],
  ['日本', '日本'],
  ['&', ''],
  ['', ''],
])('%j has the address %j', (name, slug) => {
  expect(categorySlug(name)).toBe(slug)
})

test('posts are grouped in their order, categories by name; no category is none', () => {
  const posts = [post('a', 'Terraform'), post('b', 'AWS'), post('c', ''), post('d', 'terraform')]
  expect(
    categoriesOf(posts).map(({ slug, name, posts: own }) => [slug, name, own.map(({ id }) => id)]),
  ).toEqual([
    ['aws', 'AWS', ['b']],
    ['terraform', 'Terraform', ['a', 'd']],
  ])
})

test('a category has a page from its second post on', () => {
  const posts = [post('a', 'AWS'), post('b', 'AWS'), post('c', 'Terraform')]
  expect(categoriesWithPage(posts).map(({ slug }) => slug)).toEqual(['aws'])
  expect(categoriesWithPage(posts.slice(1))).toEqual([])
})
