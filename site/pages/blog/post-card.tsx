import { Link } from 'react-router'
import { pages } from '../../../contract/paths.ts'
import { formatDay } from '../../markdown/day.ts'
import type { PostSummary } from '../../markdown/posts.server.ts'
import { Tag } from '../../ui/tag.tsx'

/** A post in the list. The title's link covers the whole card, so that it is announced once and by its title. */
export function PostCard({ post }: { post: PostSummary }) {
  const date = formatDay(post.date, 'short')
  return (
    <article className="post-card">
      {post.category && (
        <p>
          <Tag>{post.category}</Tag>
        </p>
      )}
      <h2>
        <Link to={pages.post(post.id)} prefetch="intent">
          {post.title || post.id}
        </Link>
      </h2>
      {post.excerpt && <p className="post-card-excerpt">{post.excerpt}</p>}
      {(date || post.readTime) && (
        <p className="post-card-foot">
          {date && <time dateTime={post.date}>{date}</time>}
          {post.readTime && <span>{post.readTime}</span>}
        </p>
      )}
    </article>
  )
}
