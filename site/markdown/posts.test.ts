import { describe, expect, test } from 'vitest'
import { byNewest, findPost, listPosts, parsePost } from './posts.server.ts'

describe('parsePost', () => {
  test('the id is the file name, the fields are the header', () => {
    const source =
      '\uFEFF---\r\ntitle: "A: b"\r\nexcerpt: c\r\ndate: 2025-01-05\r\nauthor: d\r\nreadTime: 8 min read\r\ncategory: AWS\r\n---\r\n\r\nBody\r\n'
    expect(parsePost('../content/posts/my-post.md', source)).toEqual({
      id: 'my-post',
      title: 'A: b',
      excerpt: 'c',
      date: '2025-01-05',
      author: 'd',
      readTime: '8 min read',
      category: 'AWS',
      content: 'Body',
    })
  })

  test.each(['No header', '---\n---\nNo header', '---\ntitle:\nexcerpt: null\ndate: [1]\n---\nNo header'])(
    'what is missing in %j is the empty string',
    (source) => {
      expect(parsePost('a.md', source)).toEqual({
        id: 'a',
        title: '',
        excerpt: '',
        date: '',
        author: '',
        readTime: '',
        category: '',
        content: 'No header',
      })
    },
  )

  test('numbers are text', () => {
    expect(parsePost('a.md', '---\ntitle: 404\n---\n').title).toBe('404')
  })

  test('a header that is not YAML names the file and the remedy', () => {
    expect(() => parsePost('posts/a.md', '---\ntitle: a: b\n---\n')).toThrow(/posts\/a\.md.*quotes/s)
  })
})

test('newest first, undated last', () => {
  const post = (id: string, date: string) => ({ ...parsePost(id, ''), date })
  const sorted = [post('x', ''), post('old', '2025-01-05'), post('y', 'zzz'), post('new', '2025-01-15')].sort(
    byNewest,
  )
  expect(sorted.map(({ id }) => id)).toEqual(['new', 'old', 'x', 'y'])
})

test('every listed post is found with a body; an unknown one is null', async () => {
  for (const { id } of listPosts()) expect((await findPost(id))?.html).toMatch(/<p>/)
  expect(await findPost('404')).toBeNull()
  expect(await findPost('__proto__')).toBeNull()
})
