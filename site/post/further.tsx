import type { CollectionEntry } from 'astro:content'
import { labels } from '#content/labels.ts'
import { pages } from '../../contract/paths.ts'

interface Props {
  /** All posts, newest first. */
  posts: CollectionEntry<'posts'>[]
  /** The post that was read. */
  id: string
}

/** The end of a post: links to the next newer and the next older post. Nothing if there is only one post. */
export function Further({ posts, id }: Props) {
  const at = posts.findIndex((post) => post.id === id)
  const neighbors = [
    { kind: labels.post.next, post: posts[at - 1] },
    { kind: labels.post.previous, post: posts[at + 1] },
  ]
  if (posts.length < 2) return null
  return (
    <nav className="further" aria-labelledby="further-heading">
      <h2 id="further-heading">{labels.post.more}</h2>
      <ul>
        {neighbors.map(
          ({ kind, post }) =>
            post && (
              <li key={post.id} className="card card-ruled">
                <p className="text-small text-muted">{kind}</p>
                <a href={pages.post(post.id)}>{post.data.title || post.id}</a>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
