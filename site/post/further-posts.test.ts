import { expect, test } from 'vitest'
import { furtherPosts } from './further-posts.ts'

const post = (id: string, category = '') => ({ id, data: { category } })
const idsOf = ({ newer, older, related }: ReturnType<typeof furtherPosts>) => [
  newer?.id,
  older?.id,
  related.map(({ id }) => id),
]

test('the list has the neighboring posts, then posts of the same category, then the newest', () => {
  const posts = [
    post('a', 'X'),
    post('b', 'Y'),
    post('c', 'X'),
    post('d', 'Y'),
    post('e', 'X'),
    post('f', 'Y'),
  ]
  expect(idsOf(furtherPosts(posts, 'a'))).toEqual([undefined, 'b', ['c', 'e']])
  expect(idsOf(furtherPosts(posts, 'd'))).toEqual(['c', 'e', ['b', 'f']])
  expect(idsOf(furtherPosts(posts, 'f'))).toEqual(['e', undefined, ['b', 'd']])
})

test('a post without a category shares its category with no post', () => {
  const posts = [post('a'), post('b'), post('c', 'X'), post('d')]
  expect(idsOf(furtherPosts(posts, 'a'))).toEqual([undefined, 'b', ['c', 'd']])
})

test('for the only post, the list is empty', () => {
  expect(idsOf(furtherPosts([post('a')], 'a'))).toEqual([undefined, undefined, []])
})
