import { render } from 'astro:content'
import { experimental_AstroContainer as AstroContainer } from 'astro/container'
import { blog } from '#content/blog.ts'
import { labels } from '#content/labels.ts'
import { site } from '#content/site.ts'
import { pages } from '../../contract/paths.ts'
import { newestPosts } from '../markdown/newest-posts.ts'
import type { Feed } from './feed.ts'
import { feedHtml } from './feed-html.ts'

/**
 * Makes a feed of the blog. A post without a date is left out, because feed readers sort by date.
 * @param base the site's address
 */
export async function blogFeed(base: URL): Promise<Feed> {
  const container = await AstroContainer.create()
  const dated = (await newestPosts()).filter((post) => post.data.date)
  const posts = dated.map(async (post) => {
    const { Content } = await render(post)
    const html = await container.renderToString(Content)
    return { id: post.id, ...post.data, html: feedHtml(html, new URL(pages.post(post.id), base).href) }
  })
  return {
    base,
    language: site.language,
    title: labels.blog.title,
    description: blog.description,
    author: site.name,
    posts: await Promise.all(posts),
  }
}
