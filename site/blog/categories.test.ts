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

test('categories are sorted by name, their posts keep their order, and posts without a category have no group', () => {
  const posts = [post('a', 'Terraform'), post('b', 'AWS'), post('c', ''), post('d', 'terraform')]
  expect(
    categoriesOf(posts).map(({ slug, name, posts: own }) => [slug, name, own.map(({ id }) => id)]),
  ).toEqual([
    ['aws', 'AWS', ['b']],
    ['terraform', 'Terraform', ['a', 'd']],
  ])
})

test('a category with at least two posts has a page', () => {
  const posts = [post('a', 'AWS'), post('b', 'AWS'), post('c', 'Terraform')]
  expect(categoriesWithPage(posts).map(({ slug }) => slug)).toEqual(['aws'])
  expect(categoriesWithPage(posts.slice(1))).toEqual([])
})
