import type { CollectionEntry } from 'astro:content'
import { labels } from '#content/labels.ts'
import { pages } from '../../contract/paths.ts'
import type { furtherPosts } from './further-posts.ts'

type Post = CollectionEntry<'posts'>

/**
 * The end of a post: links to its neighbors and other posts, each with its relation to this post. Nothing if there is only
 * one post.
 */
export function Further({ newer, older, related }: ReturnType<typeof furtherPosts<Post>>) {
  const posts = [
    ...(newer ? [{ kind: labels.post.next, post: newer }] : []),
    ...(older ? [{ kind: labels.post.previous, post: older }] : []),
    ...related.map((post) => ({ kind: post.data.category || labels.post.related, post })),
  ]
  if (posts.length === 0) return null
  return (
    <nav className="further" aria-labelledby="further-heading">
      <h2 id="further-heading">{labels.post.more}</h2>
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
