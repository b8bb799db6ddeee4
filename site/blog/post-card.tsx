import type { CollectionEntry } from 'astro:content'
import { labels } from '#content/labels.ts'
import { pages } from '../../contract/paths.ts'
import { formatDay } from '../markdown/day.ts'
import { Tag } from '../ui/tag.tsx'

/** A post in the list. The title's link covers the whole card, so that it is announced once and by its title. */
export function PostCard({ id, post }: { id: string; post: CollectionEntry<'posts'>['data'] }) {
  const date = formatDay(post.date, 'short')
  const updated = formatDay(post.updated, 'short')
  return (
    <article className="card card-ruled post-card">
      {post.category && (
        <p>
          <Tag>{post.category}</Tag>
        </p>
      )}
      <h2>
        <a href={pages.post(id)}>{post.title || id}</a>
      </h2>
      {post.excerpt && <p className="post-card-excerpt">{post.excerpt}</p>}
      {(date || post.readTime || updated) && (
        <p className="post-card-foot">
          {date && <time dateTime={post.date}>{date}</time>}
          {post.readTime && <span>{post.readTime}</span>}
          {updated && (
            <span>
              {labels.post.updated} <time dateTime={post.updated}>{updated}</time>
            </span>
          )}
        </p>
      )}
    </article>
  )
}
