import type { CollectionEntry } from 'astro:content'
import { pages } from '../../contract/paths.ts'
import type { furtherPosts } from './further-posts.ts'

type Post = CollectionEntry<'posts'>

/** The end of a post: its neighbors and others, each with what it is to the post. Nothing for the only post. */
export function Further({ newer, older, related }: ReturnType<typeof furtherPosts<Post>>) {
  const posts = [
    ...(newer ? [{ kind: 'Next post', post: newer }] : []),
    ...(older ? [{ kind: 'Previous post', post: older }] : []),
    ...related.map((post) => ({ kind: post.data.category || 'Related post', post })),
  ]
  if (posts.length === 0) return null
  return (
    <nav className="further" aria-labelledby="further-heading">
      <h2 id="further-heading">More from the blog</h2>
      <ul>
        {posts.map(({ kind, post: { id, data } }) => (
          <li key={id}>
            <p className="further-kind">{kind}</p>
            <a href={pages.post(id)}>{data.title || id}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
