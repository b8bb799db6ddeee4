import { pages } from '../../../contract/paths.ts'
import { formatDay } from '../../markdown/day.ts'
import type { RenderedPost } from '../../markdown/posts.server.ts'
import { Document } from '../../sections/document.tsx'
import { Wrap } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Closing } from './closing.tsx'
import { useCopyButtons } from './copy-code.ts'

/** Where the loader puts a post's text. No heading of its own can have this id: those have no colon. */
export const textId = (id: string) => `post:${id}`

type ShownPost = Omit<RenderedPost, 'html'> & { html: string | null }

export function Post({ post, files }: { post: ShownPost; files: number }) {
  useCopyButtons()
  const date = formatDay(post.date, 'long')
  return (
    <Wrap className="page post">
      <Document
        id={textId(post.id)}
        document={{ ...post, title: post.title || post.id }}
        back={{ to: pages.blog, label: 'Back to Blog' }}
        kind={post.category && <Tag>{post.category}</Tag>}
        facts={
          <p className="post-facts">
            {date && <time dateTime={post.date}>{date}</time>}
            {post.readTime && <span>{post.readTime}</span>}
            {post.author && <span>By {post.author}</span>}
          </p>
        }
      />
      <Closing files={files} />
      <p role="status" className="code-copied sr-only" />
    </Wrap>
  )
}
