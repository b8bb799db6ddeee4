import { isRouteErrorResponse } from 'react-router'
import { countFiles } from '../../../content/home/kit-count.ts'
import { kitFiles } from '../../../content/home/kit-files.ts'
import { site } from '../../../content/site.ts'
import { pages } from '../../../contract/paths.ts'
import { pageMeta } from '../../meta.ts'
import type { PageHandle } from '../../styles/stylesheet.tsx'
import { markupFor } from '../../ui/markup.tsx'
import type { Route } from './+types/page'
import { withCopyButtons } from './copy-code.ts'
import { Post, textId } from './post.tsx'
import { PostNotFound } from './post-not-found.tsx'

export const handle: PageHandle = { sheet: 'document' }

export { shouldRevalidate } from '../../revalidate.ts'

/** `post` is null for an unknown id, as on the one page (/blog/404) that is sent for all of them. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const { findPost } = await import('../../markdown/posts.server.ts')
  const post = await findPost(params.id)
  return {
    post: post && { ...post, html: markupFor(request, textId(post.id), withCopyButtons(post.html)) },
    files: countFiles(kitFiles),
  }
}

/** Data of unknown posts isn't prerendered, so a visit from inside the site is answered with a plain 404. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    if (isRouteErrorResponse(error) && error.status === 404) return { post: null, files: 0 }
    throw error
  }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  const post = loaderData?.post
  if (!post) {
    return pageMeta({
      title: 'Post Not Found',
      description: `There is no such post on the ${site.name} Blog. All posts are listed on the blog's own page.`,
      path: pages.post(params.id),
      noindex: true,
    })
  }
  return pageMeta({ title: post.title || post.id, description: post.excerpt, path: pages.post(post.id) })
}

export default function Page({ loaderData: { post, files } }: Route.ComponentProps) {
  return post ? <Post key={post.id} post={post} files={files} /> : <PostNotFound />
}
