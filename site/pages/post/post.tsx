import { ArrowLeft } from 'lucide-react'
import { pages } from '../../../contract/paths.ts'
import { Body } from '../../markdown/body.tsx'
import { formatDay } from '../../markdown/day.ts'
import type { RenderedPost } from '../../markdown/posts.server.ts'
import { Contents } from '../../sections/contents.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Wrap } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Closing } from './closing.tsx'
import { useCopyButtons } from './copy-code.ts'

type ShownPost = Omit<RenderedPost, 'html'> & { html: string | null }

export function Post({ post, files }: { post: ShownPost; files: number }) {
  useCopyButtons()
  const date = formatDay(post.date, 'long')
  return (
    <Wrap className="page post">
      <article className="document">
        <header className="document-head">
          <ButtonLink to={pages.blog} variant="quiet" size="small" className="back">
            <ArrowLeft size={20} aria-hidden="true" /> Back to Blog
          </ButtonLink>
          {post.category && (
            <p>
              <Tag>{post.category}</Tag>
            </p>
          )}
          <h1>{post.title || post.id}</h1>
          <p className="post-facts">
            {date && <time dateTime={post.date}>{date}</time>}
            {post.readTime && <span>{post.readTime}</span>}
            {post.author && <span>By {post.author}</span>}
          </p>
        </header>
        <Contents sections={post.sections} />
        <Body name={post.id} html={post.html} />
      </article>
      <Closing files={files} />
    </Wrap>
  )
}
