import { pages } from '../../../contract/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Wrap } from '../../ui/section.tsx'

export function PostNotFound() {
  return (
    <Wrap className="page">
      <header className="page-head">
        <h1>Post Not Found</h1>
        <p className="text-lead text-ink-2">
          No post has this address. It may have been renamed; the blog lists every post.
        </p>
        <p className="pt-4">
          <ButtonLink to={pages.blog} variant="primary">
            Back to Blog
          </ButtonLink>
        </p>
      </header>
    </Wrap>
  )
}
