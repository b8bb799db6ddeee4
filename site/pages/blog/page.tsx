import { blog } from '../../../content/blog.ts'
import { site } from '../../../content/site.ts'
import { pages } from '../../../contract/paths.ts'
import { pageMeta } from '../../meta.ts'
import type { PageHandle } from '../../styles/stylesheet.tsx'
import { Wrap } from '../../ui/section.tsx'
import { unbroken } from '../../ui/unbroken.tsx'
import type { Route } from './+types/page'
import { PostCard } from './post-card.tsx'

export const handle: PageHandle = { sheet: 'blog' }

export { shouldRevalidate } from '../../revalidate.ts'

export function meta() {
  return pageMeta({
    title: `${site.name} Blog`,
    description: blog.description,
    path: pages.blog,
  })
}

export async function loader() {
  const { listPosts } = await import('../../markdown/posts.server.ts')
  return { posts: listPosts() }
}

export default function Page({ loaderData: { posts } }: Route.ComponentProps) {
  return (
    <Wrap className="page">
      <header className="page-head">
        <h1>{unbroken(`${site.name} Blog`)}</h1>
        <p className="text-lead text-ink-2">{blog.subtitle}</p>
      </header>
      {posts.length > 0 ? (
        <ul className="post-cards">
          {posts.map((post) => (
            <li key={post.id}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="post-cards-empty">Nothing is published yet. The first post will stand here.</p>
      )}
    </Wrap>
  )
}
